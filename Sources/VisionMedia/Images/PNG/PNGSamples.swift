import VisionImaging

/// The pixels of PNG images whose samples are whole bytes but not in a layout of ours: of 16 bits, of which the upper 8 are
/// kept, of gray with alpha, and of gray or colours of which one is transparent.
struct PNGSamples {
  private let header: PNGHeader
  /// The bytes of a pixel that cannot be seen.
  private let invisible: [UInt8]?

  init(of file: PNGFile) {
    header = file.header
    // A 16-bit sample has two bytes, the lower of which holds a whole 8-bit sample.
    let isWide = header.depth == 16
    invisible = file.transparency.map { bytes in bytes.indices.compactMap { isWide || $0 % 2 == 1 ? bytes[$0] : nil } }
  }

  /// The image as gray, RGB, or RGBA when it has alpha or a transparent colour.
  func paint(_ rows: UnsafeRawBufferPointer) throws -> ImageBuffer {
    let hasAlpha = header.color == .grayAlpha || header.color == .rgba
    let isGray = header.color == .gray || header.color == .grayAlpha
    let format: PixelFormat = hasAlpha || invisible != nil ? .rgba : isGray ? .gray : .rgb
    let (sample, source, target) = (header.depth / 8, header.pixelBytes, format.bytesPerPixel)
    // From where in a pixel each channel comes: gray three times, alpha from the last sample.
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
