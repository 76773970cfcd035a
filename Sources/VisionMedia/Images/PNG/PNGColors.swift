import VisionImaging

/// The colors of a PNG image's samples of up to 8 bits: those of its palette, or shades of gray of which one may be
/// transparent.
struct PNGColors {
  /// RGBA from the lowest byte, for every sample value.
  private let colors: [UInt32]
  private let isGray: Bool
  private let isOpaque: Bool

  /// Nil for images whose samples are not indices or shades of up to 8 bits.
  init?(of file: PNGFile) {
    let depth = file.header.depth
    guard depth <= 8 else { return nil }
    isOpaque = file.transparency == nil
    switch file.header.color {
    case .palette:
      colors = Self.palette(file)
      isGray = false
    case .gray:
      // The value is in the lower bits of two bytes.
      let invisible = file.transparency.map { Int($0[1]) & ((1 << depth) - 1) }
      let highest = (1 << depth) - 1
      colors = (0...highest).map { value in
        let gray = repeatElement(UInt8(value * 255 / highest), count: 3)
        return Self.color(gray, alpha: value == invisible ? 0 : 255)
      }
      isGray = true
    case .rgb, .grayAlpha, .rgba: return nil
    }
  }

  /// The image with these colors: RGBA with a transparent shade or where a translucent color of a palette is used.
  func paint(_ rows: UnsafeRawBufferPointer, header: PNGHeader) throws -> ImageBuffer {
    // Specialized per depth, so that it is a constant in the loops.
    switch header.depth {
    case 1: try paint(rows, header: header, depth: 1)
    case 2: try paint(rows, header: header, depth: 2)
    case 4: try paint(rows, header: header, depth: 4)
    default: try paint(rows, header: header, depth: 8)
    }
  }

  @inline(__always)
  private func paint(_ rows: UnsafeRawBufferPointer, header: PNGHeader, depth: Int) throws -> ImageBuffer {
    let format: PixelFormat
    if isGray {
      format = isOpaque ? .gray : .rgba
    } else {
      var alphas = UInt32.max
      if !isOpaque { forEachPixel(of: rows, header: header, depth: depth) { alphas &= $0 } }
      format = alphas >> 24 == 255 ? .rgb : .rgba
    }
    var result = try ImageBuffer(width: header.width, height: header.height, format: format)
    result.withUnsafeMutableBytes { pixels in
      guard var pixel = pixels.baseAddress else { return }
      forEachPixel(of: rows, header: header, depth: depth) { color in
        switch format {
        case .gray: pixel.storeBytes(of: UInt8(truncatingIfNeeded: color), as: UInt8.self)
        case .rgb:
          pixel.storeBytes(of: UInt16(truncatingIfNeeded: color).littleEndian, as: UInt16.self)
          pixel.storeBytes(of: UInt8(truncatingIfNeeded: color >> 16), toByteOffset: 2, as: UInt8.self)
        case .rgba, .bgra: pixel.storeBytes(of: color.littleEndian, as: UInt32.self)
        }
        pixel += format.bytesPerPixel
      }
    }
    return result
  }

  /// Calls a function with the colors of all pixels, row by row. Samples are packed from the highest bit; rows start at a byte.
  @inline(__always)
  private func forEachPixel(
    of rows: UnsafeRawBufferPointer, header: PNGHeader, depth: Int, _ body: (UInt32) -> Void
  ) {
    let (width, rowBytes) = (header.width, header.rowBytes)
    colors.withUnsafeBufferPointer { colors in
      for y in 0..<header.height {
        for x in 0..<width {
          let bit = x * depth
          let byte = rows[y * rowBytes + bit >> 3]
          body(colors[Int(byte >> (8 - depth - bit & 7)) & ((1 << depth) - 1)])
        }
      }
    }
  }

  /// All 256 colors; missing ones are black.
  private static func palette(_ file: PNGFile) -> [UInt32] {
    (0..<256).map { index in
      let alpha = file.transparency.flatMap { index < $0.count ? $0[index] : nil } ?? 255
      guard index * 3 < file.palette.count else { return color(repeatElement(0, count: 3), alpha: 255) }
      return color(file.palette[(index * 3)..<(index * 3 + 3)], alpha: alpha)
    }
  }

  private static func color(_ rgb: some Collection<UInt8>, alpha: UInt8) -> UInt32 {
    rgb.reversed().reduce(UInt32(alpha)) { $0 << 8 | UInt32($1) }
  }
}
