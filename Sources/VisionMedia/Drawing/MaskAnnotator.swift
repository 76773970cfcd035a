internal import CVisionPixels

/// A mask to draw.
public struct MaskAnnotation: Sendable {
  /// The mask, of the image's size, 0...1 a pixel.
  public var mask: Mask
  /// The tint; nil for the annotator's.
  public var color: DrawingColor?

  /// Makes a mask to draw.
  public init(mask: Mask, color: DrawingColor? = nil) { (self.mask, self.color) = (mask, color) }
}

/// Tints the pixels of masks in proportion to their values. Where a mask is 0 the pixels are unchanged.
public struct MaskAnnotator: Annotator {
  /// The tint of masks that come without one.
  public var color: DrawingColor
  /// The opacity of the tint where a mask is 1, 0...1; values outside are clamped.
  public var opacity: Float

  /// Makes an annotator.
  public init(color: DrawingColor = .palette(0), opacity: Float = 0.45) {
    (self.color, self.opacity) = (color, opacity)
  }

  /// Tints a copy of an image.
  ///
  /// - Parameters:
  ///   - image: The image underneath.
  ///   - mask: A mask of the image's size, 0...1 a pixel.
  /// - Returns: The image with the tint, opaque BGRA.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size and for an image too large to draw
  ///   on, `notFoundError` when Cairo is not installed.
  public func annotate(_ image: ImageBuffer, with mask: Mask) throws -> ImageBuffer {
    try annotate(image, with: [MaskAnnotation(mask: mask)])
  }

  /// Tints a canvas, one mask after the other.
  ///
  /// - Parameters:
  ///   - annotations: Masks of the image's size, 0...1 a pixel. Values outside are clamped, NaN counts as 0.
  ///   - canvas: The image to draw on.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size; nothing is drawn then.
  public func draw(_ annotations: [MaskAnnotation], on canvas: borrowing ImageCanvas) throws {
    let (width, height) = (canvas.width, canvas.height)
    for mask in annotations.map(\.mask) where mask.width != width || mask.height != height {
      throw TasksError.invalidArgument(
        "The mask has \(mask.width) x \(mask.height) values; the image has \(width) x \(height) pixels. "
          + "Both have to be of one size.")
    }
    canvas.withPixels { pixels in
      for annotation in annotations {
        let tint = MaskTint(color: annotation.color ?? color, opacity: opacity)
        annotation.mask.withUnsafeFloats { floats in
          guard let values = floats.baseAddress else { return }
          tint.apply(values, to: pixels, count: floats.count)
        }
      }
    }
  }
}

/// Blends a colour into opaque BGRA pixels with a mask as weights, in fixed point with 8 fractional bits.
/// Bit-exact with the scalar version in the tests: each channel is `(v * (256 - w) + c * w + 128) / 256`, where `w` is
/// the mask's value times the opacity, rounded to 1/256.
struct MaskTint {
  /// Blue, red, blue, red, ... and green, alpha, green, alpha, ... of the colour, for four pixels.
  private let blueRed, greenAlpha: SIMD8<UInt16>
  /// The weight of a mask value of 1, in 1/256.
  private let fullWeight: Float

  /// Makes a tint; the colour's alpha weakens it as the opacity does.
  init(color: DrawingColor, opacity: Float) {
    let word = color.opaqueBGRA
    blueRed = unsafeBitCast(SIMD4(repeating: word & 0x00FF_00FF), to: SIMD8<UInt16>.self)
    greenAlpha = unsafeBitCast(SIMD4(repeating: word >> 8 & 0x00FF_00FF), to: SIMD8<UInt16>.self)
    fullWeight = (opacity * Float(color.alpha)).inUnitRange * 256
  }

  /// Tints `count` pixels, opaque BGRA without padding. Values outside of 0...1 are clamped, NaN counts as 0.
  func apply(_ mask: UnsafePointer<Float>, to pixels: UnsafeMutableRawPointer, count: Int) {
    let values = UnsafeRawPointer(mask)
    let stride = MemoryLayout<SIMD4<Float>>.stride
    let blocks = count / 4
    for block in 0..<blocks {
      let value = values.loadUnaligned(fromByteOffset: block * stride, as: SIMD4<Float>.self)
      // Most masks are mostly 0; those pixels need not be read.
      let isSet = value .> 0
      if !any(isSet) { continue }
      let pixel = pixels.loadUnaligned(fromByteOffset: block * stride, as: SIMD4<UInt32>.self)
      pixels.storeBytes(of: mixed(pixel, value), toByteOffset: block * stride, as: SIMD4<UInt32>.self)
    }
    for index in (blocks * 4)..<count {
      let pixel = SIMD4(repeating: pixels.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      pixels.storeBytes(of: mixed(pixel, SIMD4(repeating: mask[index])).x, toByteOffset: index * 4, as: UInt32.self)
    }
  }

  /// Tints four pixels. Two channels per 32-bit word are blended at once, since products stay below 65 536.
  @inline(__always)
  private func mixed(_ pixel: SIMD4<UInt32>, _ value: SIMD4<Float>) -> SIMD4<UInt32> {
    // NaN is neither above 0 nor above 1.
    let share = SIMD4<Float>.zero.replacing(with: value, where: value .> 0).replacing(with: 1, where: value .> 1)
    // Adding 2^23 rounds to an integer in the lowest bits of the mantissa.
    let weight = unsafeBitCast(share * fullWeight + 8_388_608, to: SIMD4<UInt32>.self) & 0x1FF
    let tint = unsafeBitCast(weight | weight &<< 16, to: SIMD8<UInt16>.self)
    let rest = 256 &- tint
    func mix(_ channels: SIMD4<UInt32>, _ color: SIMD8<UInt16>) -> SIMD4<UInt32> {
      let mixed = unsafeBitCast(channels, to: SIMD8<UInt16>.self) &* rest &+ color &* tint &+ 128
      return unsafeBitCast(mixed &>> 8, to: SIMD4<UInt32>.self)
    }
    return mix(pixel & 0x00FF_00FF, blueRed) | mix(pixel &>> 8 & 0x00FF_00FF, greenAlpha) &<< 8
  }
}

/// Tints the pixels of a category mask in the colours of their classes.
struct CodeTint {
  private static let weight: UInt32 = 115  // The opacity of `MaskAnnotator`, in 1/256.

  private let colors: [UInt32]

  /// The background and pixels of no class keep their colours.
  init(leavingOut background: Int?) {
    colors = (0..<256).map { code in
      code == background || code == Int(ClassMap.unlabeled) ? 0 : DrawingColor.category(code).opaqueBGRA
    }
  }

  /// Tints a canvas; a mask of another size is scaled by its nearest pixels.
  func apply(_ mask: Mask, to canvas: borrowing ImageCanvas) {
    let (width, height) = (canvas.width, canvas.height)
    canvas.withPixels { pixels in
      mask.withUnsafeBytes { codes in
        guard let codes = codes.baseAddress else { return }
        let target = pixels.assumingMemoryBound(to: UInt32.self)
        if mask.width == width, mask.height == height {
          return vision_tint_codes(codes, Int64(width * height), colors, Self.weight, target)
        }
        let columns = (0..<width).map { (2 * $0 + 1) * mask.width / (2 * width) }
        var row = [UInt8](repeating: 0, count: width)
        for y in 0..<height {
          let source = codes + (2 * y + 1) * mask.height / (2 * height) * mask.width
          for (x, column) in columns.enumerated() { row[x] = source[column] }
          vision_tint_codes(row, Int64(width), colors, Self.weight, target + y * width)
        }
      }
    }
  }
}
