import VisionImaging

/// The pixels of PNG images with byte-sized samples in a layout that needs conversion: 16-bit samples, of which the upper 8 bits are
/// kept, gray with alpha, and gray or RGB with one transparent color.
struct PNGSamples {
  private let header: PNGHeader
  /// The bytes of the transparent color.
  private let invisible: [UInt8]?

  init(of file: PNGFile) {
    header = file.header
    // The color is stored as 16-bit samples; 8-bit samples are in the lower byte.
    let isWide = header.depth == 16
    invisible = file.transparency.map { bytes in bytes.indices.compactMap { isWide || $0 % 2 == 1 ? bytes[$0] : nil } }
  }

  /// The image as gray, RGB, or RGBA when it has alpha or a transparent color.
  func paint(_ rows: UnsafeRawBufferPointer) throws -> ImageBuffer {
    let hasAlpha = header.color == .grayAlpha || header.color == .rgba
    let isGray = header.color == .gray || header.color == .grayAlpha
    let format: PixelFormat = hasAlpha || invisible != nil ? .rgba : isGray ? .gray : .rgb
    let (sample, source, target) = (header.depth / 8, header.pixelBytes, format.bytesPerPixel)
    // Source offsets of the channels: gray is repeated, alpha is the last sample.
    let (green, blue) = isGray ? (0, 0) : (sample, 2 * sample)
    var result = try ImageBuffer(width: header.width, height: header.height, format: format)
    let count = header.width * header.height
    result.withUnsafeMutableBytes { pixels in
      for index in 0..<count {
        let (from, to) = (index * source, index * target)
        pixels[to] = rows[from]
        guard target > 1 else { continue }
        pixels[to + 1] = rows[from + green]
        pixels[to + 2] = rows[from + blue]
        guard target > 3 else { continue }
        pixels[to + 3] = hasAlpha ? rows[from + source - sample] : isVisible(rows, at: from) ? 255 : 0
      }
    }
    return result
  }

  private func isVisible(_ rows: UnsafeRawBufferPointer, at start: Int) -> Bool {
    guard let invisible else { return true }
    return !invisible.indices.allSatisfy { rows[start + $0] == invisible[$0] }
  }
}
