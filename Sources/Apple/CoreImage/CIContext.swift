import VisionCore
import VisionMedia

/// Draws `CIImage`s, in place of Apple's class of this name: on the processor, in 8 bits a channel, without conversion
/// of colours. Sendable: it has no state, and may be shared or made anew for each image.
///
/// A pixel of the result is the mean of the pixels that it covers, or between pixels a bilinear mixture. Failures are
/// printed on standard error, such as a pixel buffer whose format is not read.
public final class CIContext: Sendable {
  /// Makes a context. Options are without effect here.
  public init(options: [CIContextOption: Any]? = nil) {}

  /// Draws a rectangle of an image. What the image does not cover is transparent.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - rect: The rectangle in the image's coordinates, expanded to whole pixels: 1 to 65 535 a side, 2^28 in all.
  /// - Returns: A copy of the pixels, as stored where the image is only moved, cropped or turned by quarters; nil for
  ///   another rectangle and on failure.
  public func createCGImage(_ image: CIImage, from rect: CGRect) -> CGImage? {
    guard rect.isFinite else { return nil }
    let rect = rect.withoutRounding.integral
    do {
      guard !rect.isEmpty, let pixels = try image.pixels() else { return nil }
      return try Self.unchanged(pixels, image, in: rect) ?? Self.drawn(pixels, image, in: rect)
    } catch {
      StandardError.write("CoreImage: \(error.localizedDescription)\n")
      return nil
    }
  }

  /// Draws a rectangle of an image; see `createCGImage(_:from:)`.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - rect: The rectangle.
  ///   - format: The format on Apple's platforms; an image has its own here.
  ///   - colorSpace: Without effect.
  /// - Returns: The pixels, or nil.
  public func createCGImage(
    _ image: CIImage, from rect: CGRect, format: CIFormat, colorSpace: CGColorSpace?
  ) -> CGImage? { createCGImage(image, from: rect) }

  /// Draws an image into a pixel buffer, whose lower left corner is the origin. What the image does not cover becomes
  /// transparent.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - buffer: A buffer of `kCVPixelFormatType_32BGRA`. It is printed if it has another format.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer) {
    render(
      image, to: buffer, bounds: CGRect(origin: .zero, size: CVImageBufferGetEncodedSize(buffer)), colorSpace: nil)
  }

  /// Draws a rectangle of an image into the same place of a pixel buffer; see `render(_:to:)`.
  ///
  /// - Parameters:
  ///   - image: The image.
  ///   - buffer: The buffer.
  ///   - bounds: The rectangle; other pixels stay as they are.
  ///   - colorSpace: Without effect.
  public func render(_ image: CIImage, to buffer: CVPixelBuffer, bounds: CGRect, colorSpace: CGColorSpace?) {
    CVPixelBufferLockBaseAddress(buffer, [])
    defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
    let layout = CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue
    guard
      let context = CGContext(
        data: CVPixelBufferGetBaseAddress(buffer), width: CVPixelBufferGetWidth(buffer),
        height: CVPixelBufferGetHeight(buffer), bitsPerComponent: 8, bytesPerRow: CVPixelBufferGetBytesPerRow(buffer),
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: layout),
      CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA
    else {
      return StandardError.write(
        "CoreImage: an image is drawn into pixel buffers of kCVPixelFormatType_32BGRA only, of 2^28 pixels at most.\n")
    }
    let seen = image.cropped(to: bounds)
    do {
      // Read before anything is drawn: the image may be of this buffer.
      let pixels = try seen.pixels()
      context.clear(bounds)
      if let pixels { seen.draw(pixels, in: context) }
    } catch {
      StandardError.write("CoreImage: \(error.localizedDescription)\n")
    }
  }

  /// The image as a JPEG file, without alpha.
  ///
  /// - Parameters:
  ///   - image: The image, drawn as its `extent`.
  ///   - colorSpace: Without effect.
  ///   - options: `kCGImageDestinationLossyCompressionQuality` with a number from 0 to 1; 0.9 without it.
  /// - Returns: The file; nil on failure.
  public func jpegRepresentation(
    of image: CIImage, colorSpace: CGColorSpace, options: [CIImageRepresentationOption: Any] = [:]
  ) -> Data? {
    let quality = Self.number(options[.lossyCompressionQuality]) ?? 0.9
    return createCGImage(image, from: image.extent)?.imageBuffer.jpegData(quality: quality, orientation: .up)
  }

  private static func number(_ value: Any?) -> Double? {
    switch value {
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as Int: Double(value)
    case let value as NSNumber: value.doubleValue
    default: nil
    }
  }

  /// The pixels themselves, if the image only moves them by whole pixels and turns them by quarters; nil otherwise.
  private static func unchanged(_ pixels: CGImage, _ image: CIImage, in rect: CGRect) throws -> CGImage? {
    let transform = image.transform
    guard
      let orientation = CGImagePropertyOrientation.all.first(where: { transform.turns(as: $0.turn) }),
      let place = rect.applying(transform.inverted()).wholePixels, image.part.contains(place),
      let part = pixels.cropping(to: place.offsetBy(dx: 0, dy: CGFloat(pixels.height) - place.maxY - place.minY))
    else { return nil }
    return CGImage(imageBuffer: try part.imageBuffer.upright(from: orientation.imageOrientation))
  }

  private static func drawn(_ pixels: CGImage, _ image: CIImage, in rect: CGRect) -> CGImage? {
    guard rect.width * rect.height <= CGFloat(ImageBuffer.maximumPixelCount) else { return nil }
    let context = CGContext(
      data: nil, width: Int(rect.width), height: Int(rect.height), bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    guard let context else { return nil }
    context.translateBy(x: -rect.minX, y: -rect.minY)
    image.draw(pixels, in: context)
    return context.makeImage()
  }
}

extension CIImage {
  /// Draws what is seen of the source's pixels in its place.
  func draw(_ pixels: CGImage, in context: CGContext) {
    let (width, height) = (CGFloat(pixels.width), CGFloat(pixels.height))
    let shares = CGRect(
      x: part.minX / width, y: part.minY / height, width: part.width / width, height: part.height / height)
    context.concatenate(transform)
    context.draw(shares, of: pixels, in: part)
  }
}

extension ImageBuffer {
  /// A JPEG file with a quality from 0 to 1; nil if it is NaN, and for an image that is too large for one.
  package func jpegData(quality: Double, orientation: ImageOrientation) -> Data? {
    guard !quality.isNaN else { return nil }
    let percent = Int((min(max(quality, 0), 1) * 100).rounded())
    return try? ImageFile.encodeJPEG(self, quality: max(percent, 1), orientation: orientation)
  }
}

extension CGAffineTransform {
  /// Whether upright rectangles stay upright.
  var keepsRectangles: Bool {
    let entries = [a, b, c, d].map { abs($0) }
    guard let largest = entries.max(), largest > 0, largest.isFinite else { return false }
    let isSmall = entries.map { $0 < 1e-9 * largest }
    return isSmall == [false, true, true, false] || isSmall == [true, false, false, true]
  }

  fileprivate func turns(as turn: CGAffineTransform) -> Bool {
    zip([a, b, c, d], [turn.a, turn.b, turn.c, turn.d]).allSatisfy { abs($0 - $1) < 1e-9 }
  }
}

extension CGRect {
  /// False for what is no number, of which Foundation makes no intersections, and for the null rectangle.
  var isFinite: Bool { [minX, maxX, minY, maxY].allSatisfy(\.isFinite) }

  /// The rectangle with sides at whole numbers where they are next to one: turns by quarters round.
  var withoutRounding: CGRect {
    guard isFinite else { return self }
    let sides = [minX, minY, maxX, maxY].map { abs($0 - $0.rounded()) < 1e-6 ? $0.rounded() : $0 }
    return CGRect(x: sides[0], y: sides[1], width: sides[2] - sides[0], height: sides[3] - sides[1])
  }

  fileprivate var wholePixels: CGRect? {
    let rect = withoutRounding
    return rect == rect.integral ? rect : nil
  }
}

extension UIImage {
  /// Makes an upright image of scale 1 of what a context draws of an image's `extent`; without pixels on failure.
  public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

  /// Makes an image of what a context draws of an image's `extent`; without pixels on failure.
  ///
  /// - Parameters:
  ///   - ciImage: The image. It is drawn now, and on Apple's platforms when it is shown.
  ///   - scale: The number of pixels per point; 1 if it is not positive and finite.
  ///   - orientation: The orientation of the image.
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    if let pixels = CIContext().createCGImage(ciImage, from: ciImage.extent) {
      self.init(cgImage: pixels, scale: scale, orientation: orientation)
    } else {
      self.init()
    }
  }

  /// Nil: every image has its pixels in `cgImage` here.
  public var ciImage: CIImage? { nil }
}

/// The keys of a context's options, which are without effect here.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  /// The name of the option.
  public let rawValue: String
  /// Makes a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Whether the processor draws, which it always does here.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "kCIContextUseSoftwareRenderer")
  /// Whether results in between are kept.
  public static let cacheIntermediates = CIContextOption(rawValue: "kCIContextCacheIntermediates")
  /// The colour space of computations.
  public static let workingColorSpace = CIContextOption(rawValue: "kCIContextWorkingColorSpace")
  /// The colour space of results.
  public static let outputColorSpace = CIContextOption(rawValue: "kCIContextOutputColorSpace")
  /// Whether smaller images are made of means, as they always are here.
  public static let highQualityDownsample = CIContextOption(rawValue: "kCIContextHighQualityDownsample")
  /// Whether other work comes first.
  public static let priorityRequestLow = CIContextOption(rawValue: "kCIContextPriorityRequestLow")
  /// The context's name.
  public static let name = CIContextOption(rawValue: "kCIContextName")
}

/// The formats of pixels on Apple's platforms.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
  /// The number of the format.
  public let rawValue: Int32
  /// Makes a format from its number.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// Red, green, blue and alpha.
  public static let RGBA8 = CIFormat(rawValue: 264)
  /// Blue, green, red and alpha.
  public static let BGRA8 = CIFormat(rawValue: 266)
  /// Alpha, red, green and blue.
  public static let ARGB8 = CIFormat(rawValue: 265)
}

/// The keys of options for files.
public struct CIImageRepresentationOption: RawRepresentable, Hashable, Sendable {
  /// The name of the option.
  public let rawValue: String
  /// Makes a key from its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The quality from 0 to 1.
  static let lossyCompressionQuality = CIImageRepresentationOption(
    rawValue: kCGImageDestinationLossyCompressionQuality as String)
}

// `nonisolated(unsafe)` is safe: the string is immutable.
/// The name of a file's quality, from 0 to 1.
nonisolated(unsafe) public let kCGImageDestinationLossyCompressionQuality: CFString =
  "kCGImageDestinationLossyCompressionQuality"
