/// An image onto which others are drawn by their alpha, as Core Graphics does in a bitmap context: RGBA pixels that are
/// multiplied by alpha, so that a sum needs no division.
package struct BlendedImage {
  /// A pixel's red, green, blue and alpha, not multiplied.
  package typealias Color = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  package let width, height: Int
  private let isOpaque: Bool
  private var pixels: ImageBuffer

  /// Makes a transparent image, or an opaque black one.
  package init(width: Int, height: Int, isOpaque: Bool) throws {
    try ImageFile.check(width: width, height: height, name: "the context")
    (self.width, self.height, self.isOpaque) = (width, height, isOpaque)
    pixels = try ImageBuffer(width: width, height: height, format: .rgba) { target, rowBytes in
      target.initializeMemory(as: UInt8.self, repeating: 0, count: height * rowBytes)
    }
    if isOpaque { fill(columns: 0..<width, rows: 0..<height, (0, 0, 0, 255), blends: false) }
  }

  /// Draws an image, scaled to a size, with its top left corner at a pixel. What lies outside is cut off.
  package mutating func draw(_ image: ImageBuffer, left: Int, top: Int, width: Int, height: Int) throws {
    let columns = max(left, 0)..<max(min(left.saturatingAdd(width), self.width), max(left, 0))
    let rows = max(top, 0)..<max(min(top.saturatingAdd(height), self.height), max(top, 0))
    guard !columns.isEmpty, !rows.isEmpty else { return }
    try ImageFile.check(width: width, height: height, name: "the rectangle")
    let source = try image.multipliedByAlpha().scaled(toWidth: width, height: height).converted(to: .rgba)
    let part = source.part(
      columns: columns.lowerBound - left..<columns.upperBound - left,
      rows: rows.lowerBound - top..<rows.upperBound - top)
    let (targetRow, copies) = (pixels.bytesPerRow, !image.format.hasAlpha)
    pixels.withUnsafeMutableBytes { target in
      part.withUnsafeBytes { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        for y in 0..<part.height {
          let line = to + (rows.lowerBound + y) * targetRow + 4 * columns.lowerBound
          if copies {
            line.copyMemory(from: from + y * part.bytesPerRow, byteCount: 4 * part.width)
          } else {
            Self.blend(from + y * part.bytesPerRow, onto: line, count: part.width)
          }
        }
      }
    }
  }

  /// Fills pixels with a colour. What lies outside is cut off; without `blends` the colour replaces what was there.
  package mutating func fill(columns: Range<Int>, rows: Range<Int>, _ color: Color, blends: Bool) {
    let (columns, rows) = (columns.clamped(to: 0..<width), rows.clamped(to: 0..<height))
    let alpha = isOpaque && !blends ? 255 : color.alpha
    let source = [color.red, color.green, color.blue].map { Self.product($0, color.alpha) } + [alpha]
    let (targetRow, count) = (pixels.bytesPerRow, columns.count)
    let line = Array(repeating: source, count: count).joined().map { $0 }
    pixels.withUnsafeMutableBytes { target in
      line.withUnsafeBytes { source in
        guard let to = target.baseAddress, let from = source.baseAddress else { return }
        for y in rows { Self.blend(from, onto: to + y * targetRow + 4 * columns.lowerBound, count: count, blends) }
      }
    }
  }

  /// The image so far: RGB if it is opaque, else RGBA whose colours are not multiplied.
  package func image() throws -> ImageBuffer {
    if isOpaque { return try pixels.converted(to: .rgb) }
    var result = pixels
    let bytesPerRow = result.bytesPerRow
    result.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for place in stride(from: y * bytesPerRow, to: y * bytesPerRow + 4 * width, by: 4) {
          let alpha = Int(bytes[place + 3])
          if alpha == 0 || alpha == 255 { continue }
          for channel in place..<place + 3 {
            bytes[channel] = UInt8(clamping: (Int(bytes[channel]) * 255 + alpha / 2) / alpha)
          }
        }
      }
    }
    return result
  }

  private static func blend(
    _ source: UnsafeRawPointer, onto target: UnsafeMutableRawPointer, count: Int, _ blends: Bool = true
  ) {
    let from = source.assumingMemoryBound(to: UInt8.self)
    let to = target.assumingMemoryBound(to: UInt8.self)
    for place in stride(from: 0, to: 4 * count, by: 4) {
      let rest = blends ? 255 - from[place + 3] : 0
      // A sum beyond 255 is the error of two roundings.
      for channel in place..<place + 4 {
        to[channel] = UInt8(clamping: Int(from[channel]) + Int(product(to[channel], rest)))
      }
    }
  }

  @inline(__always)
  fileprivate static func product(_ value: UInt8, _ alpha: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (Int(value) * Int(alpha) + 127) / 255)
  }
}

extension PixelFormat {
  fileprivate var hasAlpha: Bool { self == .rgba || self == .bgra }
}

extension ImageBuffer {
  /// The image with colours multiplied by its alpha, so that transparent pixels lend no colour to their neighbours.
  fileprivate func multipliedByAlpha() throws -> ImageBuffer {
    guard format.hasAlpha else { return self }
    var result = self
    let (bytesPerRow, width, height) = (bytesPerRow, width, height)
    result.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        for place in stride(from: y * bytesPerRow, to: y * bytesPerRow + 4 * width, by: 4) where bytes[place + 3] < 255
        {
          for channel in place..<place + 3 { bytes[channel] = BlendedImage.product(bytes[channel], bytes[place + 3]) }
        }
      }
    }
    return result
  }
}
