/// A data object.
public typealias CFData = NSData

/// The address of the bytes, valid as long as the object.
public func CFDataGetBytePtr(_ theData: CFData!) -> UnsafePointer<UInt8>! {
  theData.bytes.assumingMemoryBound(to: UInt8.self)
}
/// The number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> Int { theData.length }

/// Called when the caller's memory is no longer needed, with the caller's pointer, the memory and its size.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The bytes that an image is made of, in place of Apple's class of this name. Immutable and Sendable.
public final class CGDataProvider: Sendable {
  fileprivate let bytes: Data

  private init(bytes: Data) { self.bytes = bytes }

  /// Makes a provider of bytes, which are copied: they may be a mutable object's. Never nil here.
  public convenience init?(data: CFData) { self.init(bytes: Data(bytes: data.bytes, count: data.length)) }

  /// Makes a provider of the caller's memory, which is copied; nil for a negative size.
  ///
  /// - Parameters:
  ///   - info: Passed to the callback.
  ///   - data: The first byte.
  ///   - size: The number of bytes.
  ///   - releaseData: Called at once here, since the bytes are copied.
  public convenience init?(
    dataInfo info: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    self.init(bytes: Data(bytes: data, count: size))
    releaseData(info, data, size)
  }

  /// The bytes; never nil here.
  public var data: CFData? { bytes as CFData }
}

/// How colours that a device does not have are replaced, with Apple's raw values; without effect here.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The default.
  case defaultIntent = 0
  /// Clipped.
  case absoluteColorimetric = 1
  /// Moved.
  case relativeColorimetric = 2
  /// Compressed.
  case perceptual = 3
  /// With saturation kept.
  case saturation = 4
}

extension CGImage {
  /// Makes an image of bytes, which are copied; nil for layouts that are not named below, and for too few bytes.
  ///
  /// - Parameters:
  ///   - width: The width in pixels, 1 to 65 535, and at most 2^28 pixels in all.
  ///   - height: The height in pixels.
  ///   - bitsPerComponent: 8.
  ///   - bitsPerPixel: 32, or 24 for sRGB without alpha, or 8 for gray.
  ///   - bytesPerRow: The row stride in bytes.
  ///   - space: sRGB or gray.
  ///   - bitmapInfo: A `CGImageAlphaInfo`, perhaps with a byte order of 32 bits. Colours that are multiplied by alpha
  ///     are divided by it.
  ///   - provider: The bytes, top row first.
  ///   - decode: nil.
  ///   - shouldInterpolate: Without effect.
  ///   - intent: Without effect.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    guard bitsPerComponent == 8, decode == nil, bytesPerRow > 0,
      let pixels = Self.pixels(of: provider.bytes, width, height, bitsPerPixel, bytesPerRow, space, bitmapInfo)
    else { return nil }
    self.init(imageBuffer: pixels)
  }

  private static func pixels(
    of bytes: Data, _ width: Int, _ height: Int, _ bitsPerPixel: Int, _ bytesPerRow: Int, _ space: CGColorSpace,
    _ info: CGBitmapInfo
  ) -> ImageBuffer? {
    if bitsPerPixel == 24 {
      guard space.model == .rgb, info.rawValue == CGImageAlphaInfo.none.rawValue else { return nil }
      return try? ImageBuffer(copying: bytes, width: width, height: height, bytesPerRow: bytesPerRow, format: .rgb)
    }
    guard let layout = Bitmap.Layout(space, info), bitsPerPixel == 8 * layout.bytesPerPixel else { return nil }
    return bytes.withUnsafeBytes { source in
      // It is only read.
      let address = UnsafeMutableRawPointer(mutating: source.baseAddress)
      let bitmap = address.flatMap { Bitmap($0, width: width, height: height, bytesPerRow: bytesPerRow, layout) }
      guard let bitmap, source.count >= bytesPerRow * (height - 1) + width * layout.bytesPerPixel else { return nil }
      let alpha = info.intersection(.alphaInfoMask).rawValue
      return bitmap.image(
        isMultiplied: alpha != CGImageAlphaInfo.first.rawValue && alpha != CGImageAlphaInfo.last.rawValue)
    }
  }

  /// The bytes as `bytesPerRow` and `bitmapInfo` say, a copy; nil without memory.
  public var dataProvider: CGDataProvider? {
    var bytes = imageBuffer.withUnsafeBytes { Data($0) }
    // The buffer's last row has no padding.
    bytes.append(Data(count: max(bytesPerRow * height - bytes.count, 0)))
    return CGDataProvider(data: bytes as CFData)
  }
}
