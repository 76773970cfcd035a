internal import CFFmpeg
import VisionCore
import VisionImaging

/// Images whose pixels are indices of a palette of 256 colors.
enum PalettePixels {
  /// The image as RGB, or as RGBA when it has a pixel that is not opaque.
  static func imageBuffer(copying frame: FFmpegFrame) throws -> ImageBuffer {
    guard let (indices, indexRow) = frame.plane(0), let (colors, _) = frame.plane(1) else {
      throw TasksError.internalFailure("FFmpeg returned an image with a palette but without its colors.")
    }
    // An entry is one 32-bit number in the machine's byte order: alpha, red, green, blue from the top.
    let palette = (0..<256).map { colors.load(fromByteOffset: $0 * 4, as: UInt32.self) }
    // Missing entries have alpha 0; only entries in use count.
    var isUsed = [Bool](repeating: false, count: 256)
    for y in 0..<frame.height {
      for x in 0..<frame.width { isUsed[Int(indices.load(fromByteOffset: y * indexRow + x, as: UInt8.self))] = true }
    }
    let isOpaque = zip(palette, isUsed).allSatisfy { $0 >> 24 == 255 || !$1 }
    let format: PixelFormat = isOpaque ? .rgb : .rgba
    var result = try ImageBuffer(width: frame.width, height: frame.height, format: format)
    let (rowBytes, step, width, height) = (result.bytesPerRow, format.bytesPerPixel, frame.width, frame.height)
    result.withUnsafeMutableBytes { destination in
      for y in 0..<height {
        for x in 0..<width {
          let color = palette[Int(indices.load(fromByteOffset: y * indexRow + x, as: UInt8.self))]
          let pixel = y * rowBytes + x * step
          destination[pixel] = UInt8(truncatingIfNeeded: color >> 16)
          destination[pixel + 1] = UInt8(truncatingIfNeeded: color >> 8)
          destination[pixel + 2] = UInt8(truncatingIfNeeded: color)
          if format == .rgba { destination[pixel + 3] = UInt8(truncatingIfNeeded: color >> 24) }
        }
      }
    }
    return result
  }
}
