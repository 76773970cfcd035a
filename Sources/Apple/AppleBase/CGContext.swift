/// Draws images into memory, in place of Apple's class of this name: a bitmap of 8 bits a channel.
///
/// ```swift
/// let context = CGContext(
///   data: nil, width: 64, height: 64, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
///   bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
/// context?.draw(photo, in: CGRect(x: 0, y: 0, width: 64, height: 64))
/// ```
///
/// As on Apple's platforms the origin is at the bottom left and y points up, and row 0 of the memory is the top one.
/// Images and filled rectangles can be drawn; lines, curves, text, clipping and shadows are absent. Used by one thread.
public final class CGContext {
  /// The first byte of the top row; never nil here.
  public var data: UnsafeMutableRawPointer? { bitmap.memory.address }
  /// The width in pixels.
  public var width: Int { bitmap.width }
  /// The height in pixels.
  public var height: Int { bitmap.height }
  /// The distance from one row's first byte to the next row's.
  public var bytesPerRow: Int { bitmap.bytesPerRow }
  /// The bits per channel, always 8.
  public var bitsPerComponent: Int { 8 }
  /// The bits per pixel: 32, or 8 for gray.
  public var bitsPerPixel: Int { 8 * bitmap.layout.bytesPerPixel }
  /// The colour space; never nil here.
  public let colorSpace: CGColorSpace?
  /// The layout that was asked for.
  public let bitmapInfo: CGBitmapInfo
  /// The position of the alpha channel that was asked for.
  public var alphaInfo: CGImageAlphaInfo {
    CGImageAlphaInfo(rawValue: bitmapInfo.intersection(.alphaInfoMask).rawValue) ?? .none
  }

  /// How images are scaled. `.none` takes the nearest pixel, all others the mean of the pixels that a pixel covers, or
  /// between pixels a bilinear mixture.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.quality }
    set { state.quality = newValue }
  }
  /// The transform from coordinates in drawing calls to pixels from the bottom left.
  public var ctm: CGAffineTransform { state.transform }

  private let bitmap: Bitmap
  private var state = State()
  private var saved: [State] = []

  private struct State {
    var transform = CGAffineTransform.identity
    var fill = CGColor(gray: 0, alpha: 1)
    var quality = CGInterpolationQuality.default
  }

  /// Makes a context; nil for layouts that are not named below, and without memory.
  ///
  /// - Parameters:
  ///   - data: Memory of `height * bytesPerRow` bytes that lives longer than the context, such as a locked pixel
  ///     buffer's, which is drawn onto; nil for memory of the context's own, 1 GiB at most, which begins as zeros.
  ///   - width: The width in pixels, 1 to 65 535, and at most 2^28 pixels in all.
  ///   - height: The height in pixels.
  ///   - bitsPerComponent: 8.
  ///   - bytesPerRow: The row stride in bytes; 0 means the bytes of a row's pixels.
  ///   - space: sRGB, of four bytes a pixel, or gray, of one.
  ///   - bitmapInfo: For gray `CGImageAlphaInfo.none`. For sRGB a `CGImageAlphaInfo`, perhaps with a byte order of 32
  ///     bits; colours are multiplied by alpha. `none`, `first` and `last`, which images here have, are taken as
  ///     `noneSkipLast`, `premultipliedFirst` and `premultipliedLast`; Apple's initializer returns nil.
  public init?(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: UInt32
  ) {
    let info = CGBitmapInfo(rawValue: bitmapInfo)
    guard bitsPerComponent == 8, let layout = Bitmap.Layout(space, info),
      let bitmap = Bitmap(data, width: width, height: height, bytesPerRow: bytesPerRow, layout)
    else { return nil }
    (self.bitmap, colorSpace, self.bitmapInfo) = (bitmap, space, info)
  }

  /// Keeps the transform, the fill colour and the interpolation until `restoreGState()`.
  public func saveGState() { saved.append(state) }
  /// Restores what the last `saveGState()` kept; does nothing without one.
  public func restoreGState() { state = saved.popLast() ?? state }

  /// Moves the origin of later drawing.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.transform = state.transform.translatedBy(x: tx, y: ty) }
  /// Scales later drawing; a factor of -1 mirrors it.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.transform = state.transform.scaledBy(x: sx, y: sy) }
  /// Rotates later drawing by an angle in radians, counterclockwise.
  public func rotate(by angle: CGFloat) { state.transform = state.transform.rotated(by: angle) }
  /// Applies a transform to later drawing, before those that were applied so far.
  public func concatenate(_ transform: CGAffineTransform) {
    state.transform = transform.concatenating(state.transform)
  }

  /// Sets the colour of filled rectangles, which is black at first.
  public func setFillColor(_ color: CGColor) { state.fill = color }
  /// Sets the colour of filled rectangles.
  public func setFillColor(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    state.fill = CGColor(red: red, green: green, blue: blue, alpha: alpha)
  }
  /// Sets the colour of filled rectangles to a gray.
  public func setFillColor(gray: CGFloat, alpha: CGFloat) { state.fill = CGColor(gray: gray, alpha: alpha) }

  /// Fills a rectangle; a translucent colour is blended. Pixels whose centre is inside are filled.
  public func fill(_ rect: CGRect) {
    let color = Bitmap.color(state.fill)
    bitmap.draw(in: rect, state.transform, blends: true) { _ in { _, _ in color } }
  }

  /// Fills rectangles; see `fill(_:)`.
  public func fill(_ rects: [CGRect]) { for rect in rects { fill(rect) } }

  /// Makes a rectangle's pixels transparent, or black without alpha.
  public func clear(_ rect: CGRect) {
    bitmap.draw(in: rect, state.transform, blends: false) { _ in { _, _ in Bitmap.Color() } }
  }

  /// Draws an image, as it is stored, into a rectangle; one with alpha is blended. Pixels whose centre is outside of
  /// the rectangle stay as they are.
  public func draw(_ image: CGImage, in rect: CGRect) {
    draw(CGRect(x: 0, y: 0, width: 1, height: 1), of: image, in: rect)
  }

  /// Draws a part of an image, given in fractions of its sides from the bottom left, into a rectangle.
  package func draw(_ part: CGRect, of image: CGImage, in rect: CGRect) {
    let quality = state.quality
    let (left, top, width, height) = (Float(part.minX), Float(1 - part.maxY), Float(part.width), Float(part.height))
    image.imageBuffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      bitmap.draw(in: rect, state.transform, blends: true) { step in
        let step = CGSize(width: step.width * part.width, height: step.height * part.height)
        let source = BitmapSource(image.imageBuffer, base, step: quality == .none ? nil : step)
        return { source.color(left + width * $0, top + height * $1) }
      }
    }
  }

  /// The image so far, a copy: RGB or gray, or with alpha RGBA whose colours are not multiplied. Nil without memory.
  public func makeImage() -> CGImage? { bitmap.image().map(CGImage.init(imageBuffer:)) }
}

/// How images are scaled, with Apple's raw values.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The context's own choice.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// As `default`.
  case low = 2
  /// As `default`.
  case high = 3
  /// As `default`.
  case medium = 4
}
