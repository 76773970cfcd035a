import VisionCore
import VisionImaging

/// PNG decoding with libdeflate. The pixels and what counts as damaged equal FFmpeg's decoder, which decodes rare
/// files.
enum PNGDecoder {
  /// The image as stored: gray, RGB, or RGBA when the file has alpha or a palette of which a translucent color is used.
  static func decode(_ bytes: UnsafeRawBufferPointer, name: String, pixelLimit: Int) throws -> ImageBuffer {
    do {
      return try image(in: bytes, name: name, pixelLimit: pixelLimit)
    } catch PNGProblem.unusual {
      return try StillDecoder.decode(bytes, format: .png, name: name, pixelLimit: pixelLimit)
    } catch PNGProblem.damaged(let reason) {
      throw TasksError(.dataLossError, "The PNG image in \(name) is damaged: \(reason).")
    }
  }

  /// Decodes common files; throws `PNGProblem.unusual` for an interlaced image and one with too many rows.
  static func image(in bytes: UnsafeRawBufferPointer, name: String, pixelLimit: Int) throws -> ImageBuffer {
    let file = try PNGFile(bytes) { header in
      try ImageFile.check(width: header.width, height: header.height, name: name, pixelLimit: pixelLimit)
    }
    guard file.canHoldPixels else { throw PNGProblem.damaged("its last rows are missing") }
    if let format = file.storedFormat { return try stored(file, as: format) }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: file.header.memoryBytes, alignment: 64)
    defer { memory.deallocate() }
    try file.unpackRows(into: memory)
    let rows = UnsafeRawBufferPointer(memory)
    if let colors = PNGColors(of: file) { return try colors.paint(rows, header: file.header) }
    return try PNGSamples(of: file).paint(rows)
  }

  private static func stored(_ file: PNGFile, as format: PixelFormat) throws -> ImageBuffer {
    let header = file.header
    return try ImageBuffer(
      width: header.width, height: header.height, format: format,
      room: header.memoryBytes - header.rowBytes * header.height, filledBy: file.unpackRows)
  }
}

extension PNGFile {
  /// The format that the rows have already, if any.
  fileprivate var storedFormat: PixelFormat? {
    guard header.depth == 8, transparency == nil else { return nil }
    return switch header.color {
    case .gray: .gray
    case .rgb: .rgb
    case .rgba: .rgba
    case .grayAlpha, .palette: nil
    }
  }
}
