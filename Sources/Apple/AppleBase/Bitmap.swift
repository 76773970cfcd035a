/// The memory of a `CGContext`.
struct Bitmap {
  /// Red, green and blue multiplied by alpha, and alpha; each from 0 to 255.
  typealias Color = SIMD4<Float>

  /// Where a pixel's channels are.
  struct Layout {
    let isGray: Bool
    let hasAlpha: Bool
    /// The bits of red, green, blue and alpha in the word of a pixel, whose first byte is the lowest one.
    let shifts: SIMD4<UInt32>
    var bytesPerPixel: Int { isGray ? 1 : 4 }

    func word(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32) -> UInt32 {
      (red &<< shifts.x | green &<< shifts.y | blue &<< shifts.z | alpha &<< shifts.w).littleEndian
    }

    func channels(_ word: UInt32) -> (red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
      let word = UInt32(littleEndian: word)
      return (
        word &>> shifts.x & 255, word &>> shifts.y & 255, word &>> shifts.z & 255, word &>> shifts.w & 255
      )
    }

    init?(_ space: CGColorSpace, _ info: CGBitmapInfo) {
      let byteOrder = info.intersection(.byteOrderMask)
      guard let alpha = CGImageAlphaInfo(rawValue: info.intersection(.alphaInfoMask).rawValue),
        info.subtracting([.alphaInfoMask, .byteOrderMask]).isEmpty
      else { return nil }
      if space.model == .monochrome {
        guard alpha == .none, byteOrder == .byteOrderDefault else { return nil }
        (isGray, hasAlpha, shifts) = (true, false, .zero)
        return
      }
      let isFirst: Bool
      switch alpha {
      case .premultipliedFirst, .first, .noneSkipFirst: isFirst = true
      case .premultipliedLast, .last, .noneSkipLast, .none: isFirst = false
      case .alphaOnly: return nil
      }
      let inOrder: SIMD4<UInt32> = isFirst ? [8, 16, 24, 0] : [0, 8, 16, 24]
      switch byteOrder {
      case .byteOrderDefault, .byteOrder32Big: shifts = inOrder
      case .byteOrder32Little: shifts = SIMD4(repeating: 24) &- inOrder
      default: return nil
      }
      isGray = false
      hasAlpha = ![.none, .noneSkipFirst, .noneSkipLast].contains(alpha)
    }
  }

  let width, height, bytesPerRow: Int
  let layout: Layout
  let memory: PixelMemory

  init?(_ data: UnsafeMutableRawPointer?, width: Int, height: Int, bytesPerRow: Int, _ layout: Layout) {
    guard PixelLayout.isAllowed(width, height), width * height <= ImageBuffer.maximumPixelCount else { return nil }
    let least = width * layout.bytesPerPixel
    let stride = bytesPerRow == 0 ? least : bytesPerRow
    guard stride >= least else { return nil }
    let (count, isTooLarge) = stride.multipliedReportingOverflow(by: height)
    guard !isTooLarge else { return nil }
    if let data {
      memory = PixelMemory(borrowing: data) {}
    } else {
      // Without memory there is no context, as on Apple's platforms.
      guard count <= 4 * ImageBuffer.maximumPixelCount, let own = try? PixelMemory(byteCount: count) else { return nil }
      memory = own
    }
    (self.width, self.height, self.bytesPerRow, self.layout) = (width, height, stride, layout)
  }

  /// Draws what a function says onto the pixels whose centres are in a rectangle that was transformed. `source` gets
  /// the step from a pixel to the next one in the unit square of the rectangle, and returns the function from points
  /// of that square, from the top left, to colours.
  func draw(
    in rect: CGRect, _ transform: CGAffineTransform, blends: Bool,
    by source: (_ step: CGSize) -> (Float, Float) -> Color
  ) {
    let rect = rect.standardized
    let placed = CGAffineTransform(a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.minX, ty: rect.minY)
      .concatenating(transform)
    let determinant = placed.a * placed.d - placed.b * placed.c
    let box = CGRect(x: 0, y: 0, width: 1, height: 1).applying(placed)
    guard determinant.isFinite, determinant != 0,
      [box.minX, box.maxX, box.minY, box.maxY].allSatisfy(\.isFinite)
    else { return }
    func pixel(_ edge: CGFloat, _ limit: Int) -> Int { Int(min(max(edge, 0), CGFloat(limit)).rounded(.down)) }
    let columns = pixel(box.minX, width)..<pixel(box.maxX + 1, width)
    let rows = pixel(CGFloat(height) - box.maxY, height)..<pixel(CGFloat(height) - box.minY + 1, height)
    let inverse = placed.inverted()
    let color = source(
      CGSize(width: abs(inverse.a) + abs(inverse.c), height: abs(inverse.b) + abs(inverse.d)))
    for row in rows {
      let line = memory.address + row * bytesPerRow
      for column in columns {
        let center = CGPoint(x: CGFloat(column) + 0.5, y: CGFloat(height - row) - 0.5).applying(inverse)
        guard (0..<1).contains(center.x), (0..<1).contains(center.y) else { continue }
        put(color(Float(center.x), Float(1 - center.y)), at: line + column * layout.bytesPerPixel, blends: blends)
      }
    }
  }

  /// A colour's components, limited to 0 to 1, in the form of the bitmap.
  static func color(_ color: CGColor) -> Color {
    let values = (color.components ?? []).map { $0.isNaN ? 0 : Float(min(max($0, 0), 1)) }
    let isGray = values.count < 4
    return Color(values[0], values[isGray ? 0 : 1], values[isGray ? 0 : 2], 1) * (Float(color.alpha) * 255)
  }

  private func put(_ color: Color, at pixel: UnsafeMutableRawPointer, blends: Bool) {
    let rest = blends ? 1 - color.w / 255 : 0
    // Not by vectors, whose rounding and conversions are far slower.
    func byte(_ value: Float) -> UInt32 { UInt32(min(max(value + 0.5, 0), 255)) }
    if layout.isGray {
      // BT.601, the weights of PDF's conversion to gray.
      let gray = 0.299 * color.x + 0.587 * color.y + 0.114 * color.z
      let sum = rest == 0 ? gray : gray + rest * Float(pixel.load(as: UInt8.self))
      return pixel.storeBytes(of: UInt8(byte(sum)), as: UInt8.self)
    }
    var sum = color
    if rest != 0 {
      let old = layout.channels(pixel.loadUnaligned(as: UInt32.self))
      sum += rest * Color(Float(old.red), Float(old.green), Float(old.blue), Float(old.alpha))
    }
    let word = layout.word(byte(sum.x), byte(sum.y), byte(sum.z), layout.hasAlpha ? byte(sum.w) : 255)
    pixel.storeBytes(of: word, as: UInt32.self)
  }

  /// A copy of the pixels with colours that are not multiplied by alpha, as those of the bitmap may be.
  func image(isMultiplied: Bool = true) -> ImageBuffer? {
    let format: PixelFormat = layout.isGray ? .gray : layout.hasAlpha ? .rgba : .rgb
    guard var image = try? ImageBuffer(width: width, height: height, format: format) else { return nil }
    let (targetRow, targetBytes) = (image.bytesPerRow, format.bytesPerPixel)
    image.withUnsafeMutableBytes { target in
      for row in 0..<height {
        let line = memory.address + row * bytesPerRow
        for column in 0..<width {
          let from = line + column * layout.bytesPerPixel
          let to = row * targetRow + column * targetBytes
          if layout.isGray {
            target[to] = from.load(as: UInt8.self)
            continue
          }
          let color = layout.channels(from.loadUnaligned(as: UInt32.self))
          let alpha = layout.hasAlpha ? color.alpha : 255
          func byte(_ value: UInt32) -> UInt8 {
            alpha == 255 || !isMultiplied
              ? UInt8(value) : alpha == 0 ? 0 : UInt8(min((value * 255 + alpha / 2) / alpha, 255))
          }
          (target[to], target[to + 1], target[to + 2]) = (byte(color.red), byte(color.green), byte(color.blue))
          if layout.hasAlpha { target[to + 3] = UInt8(alpha) }
        }
      }
    }
    return image
  }
}

/// The colours of an image at points of the unit square: means of the pixels that a box covers. The box is that of a
/// pixel of the target, and at least one pixel of the image, which makes it a bilinear mixture.
struct BitmapSource {
  private let pixels: UnsafeRawPointer
  private let width, height: Float
  private let bytesPerRow, bytesPerPixel: Int
  private let format: PixelFormat
  /// Half of the box in pixels of the image; nil for the nearest pixel.
  private let half: SIMD2<Float>?

  init(_ image: ImageBuffer, _ pixels: UnsafeRawPointer, step: CGSize?) {
    self.pixels = pixels
    (width, height) = (Float(image.width), Float(image.height))
    (bytesPerRow, bytesPerPixel, format) = (image.bytesPerRow, image.format.bytesPerPixel, image.format)
    half = step.map { step in
      SIMD2(max(Float(step.width) * Float(image.width), 1), max(Float(step.height) * Float(image.height), 1)) / 2
    }
  }

  func color(_ x: Float, _ y: Float) -> Bitmap.Color {
    let (x, y) = (x * width, y * height)
    let nearest = (column: Int(min(x, width - 1)), row: Int(min(y, height - 1)))
    guard let half, !isCenter(x - Float(nearest.column), y - Float(nearest.row)) else {
      return pixel(nearest.column, nearest.row)
    }
    let (left, right) = (max(x - half.x, 0), min(x + half.x, width))
    let (top, bottom) = (max(y - half.y, 0), min(y + half.y, height))
    var (sum, weight) = (Bitmap.Color(), Float(0))
    for row in Int(top)..<Int(bottom.rounded(.up)) {
      let part = min(Float(row + 1), bottom) - max(Float(row), top)
      for column in Int(left)..<Int(right.rounded(.up)) {
        let area = part * (min(Float(column + 1), right) - max(Float(column), left))
        sum += area * pixel(column, row)
        weight += area
      }
    }
    return sum / weight
  }

  /// Whether a point in a pixel is so near to its centre that at the scale of 1 the box is the pixel.
  private func isCenter(_ x: Float, _ y: Float) -> Bool {
    guard let half, half.x < 0.501, half.y < 0.501 else { return false }
    return abs(x - 0.5) < 1e-3 && abs(y - 0.5) < 1e-3
  }

  private func pixel(_ column: Int, _ row: Int) -> Bitmap.Color {
    let place = pixels + row * bytesPerRow + column * bytesPerPixel
    func byte(_ index: Int) -> Float { Float(place.load(fromByteOffset: index, as: UInt8.self)) }
    switch format {
    case .gray: return Bitmap.Color(byte(0), byte(0), byte(0), 255)
    case .rgb: return Bitmap.Color(byte(0), byte(1), byte(2), 255)
    case .rgba: return Bitmap.Color(byte(0), byte(1), byte(2), 255) * (byte(3) / 255)
    case .bgra: return Bitmap.Color(byte(2), byte(1), byte(0), 255) * (byte(3) / 255)
    }
  }
}
