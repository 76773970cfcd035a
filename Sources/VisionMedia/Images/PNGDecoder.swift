/// PNG decoding with libdeflate, which takes 0.35 to 0.4 of the time of libspng with zlib. The pixels and what counts
/// as damaged equal FFmpeg's decoder, which decodes rare files.
enum PNGDecoder {
  /// The image as stored: gray, RGB, or RGBA when the file has alpha or a palette of which a translucent colour is
  /// used.
  static func decode(_ file: EncodedImage) throws -> ImageBuffer {
    do {
      return try image(in: file)
    } catch PNGProblem.unusual {
      return try StillDecoder.decode(file)
    } catch PNGProblem.damaged(let reason) {
      throw file.damaged(reason)
    }
  }

  /// Decodes common files; throws `PNGProblem.unusual` for an interlaced image and one with too many rows.
  static func image(in file: EncodedImage) throws -> ImageBuffer {
    let png = try PNGFile(file.bytes) { try file.check(width: $0.width, height: $0.height) }
    guard png.canHoldPixels else { throw PNGProblem.damaged("its last rows are missing") }
    let header = png.header
    let storedFormat: PixelFormat? =
      switch header.color {
      case .gray: .gray
      case .rgb: .rgb
      case .rgba: .rgba
      case .grayAlpha, .palette: nil
      }
    if header.depth == 8, png.transparency == nil, let format = storedFormat {
      return try ImageBuffer(
        width: header.width, height: header.height, format: format,
        room: header.memoryBytes - header.rowBytes * header.height, filledBy: png.unpackRows)
    }
    // An error where there is no memory; Swift's own allocation would end the process.
    let memory = try PixelStorage(byteCount: header.memoryBytes)
    defer { withExtendedLifetime(memory) {} }
    try png.unpackRows(into: UnsafeMutableRawBufferPointer(start: memory.baseAddress, count: memory.byteCount))
    let rows = UnsafeRawBufferPointer(start: memory.baseAddress, count: memory.byteCount)
    if let colors = PNGColors(of: png) { return try colors.paint(rows, header: header) }
    return try png.convert(rows)
  }
}

/// The colours of a PNG image's samples of up to 8 bits: a palette, or shades of gray of which one may be transparent.
private struct PNGColors {
  /// RGBA from the lowest byte, for every sample value.
  private let colors: [UInt32]
  private let isGray, isOpaque: Bool

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

  /// Calls a function with the colours of all pixels. Samples are packed from the highest bit; rows start at a byte.
  @inline(__always)
  private func forEachPixel(of rows: UnsafeRawBufferPointer, header: PNGHeader, depth: Int, _ body: (UInt32) -> Void) {
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

extension PNGFile {
  /// The pixels of images with byte-sized samples in a layout that needs conversion: 16-bit samples, of which the upper
  /// 8 bits are kept, gray with alpha, and gray or RGB with one transparent colour.
  fileprivate func convert(_ rows: UnsafeRawBufferPointer) throws -> ImageBuffer {
    // The transparent colour is stored as 16-bit samples; 8-bit samples are in the lower byte.
    let isWide = header.depth == 16
    let invisible = transparency.map { bytes in bytes.indices.compactMap { isWide || $0 % 2 == 1 ? bytes[$0] : nil } }
    func isVisible(at start: Int) -> Bool {
      guard let invisible else { return true }
      return !invisible.indices.allSatisfy { rows[start + $0] == invisible[$0] }
    }
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
        pixels[to + 3] = hasAlpha ? rows[from + source - sample] : isVisible(at: from) ? 255 : 0
      }
    }
    return result
  }
}
