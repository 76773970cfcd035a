internal import CVisionPixels
import VisionCore
import VisionImaging

/// Cuts the subject out of images, with a segmenter's mask, and puts something else behind it.
///
/// ```swift
/// let segmenter = try ImageSegmenter(modelPath: "selfie_segmenter.tflite")
/// let cutout = Cutout(background: .blur)
/// let result = try segmenter.segment(image: image)
/// if let mask = result.confidenceMasks?.first {
///   let picture = try cutout.draw(image.imageBuffer, foreground: mask)
/// }
/// ```
///
/// Use one for the frames of a video: it keeps the scaled background and its memory. From one thread at a time.
public final class Cutout {
  /// What is behind the subject.
  public enum Background: Sendable {
    /// Nothing: the image has alpha.
    case transparent
    /// One color; its opacity counts as 1.
    case color(DrawingColor)
    /// An image, scaled to cover the frame and cut at its edges; alpha is ignored.
    case image(ImageBuffer)
    /// The image's own background, blurred. The subject does not shine into it.
    case blur
  }

  /// What is behind the subject.
  public let background: Background

  private static let bandHeight = 16
  private var scaled: ImageBuffer?
  private var lastResizer: (size: [Int], resizer: MaskResizer)?
  private var pool: PixelBufferPool?
  private var blur = BackgroundBlur()

  /// Makes a cutout for images and videos.
  public init(background: Background = .transparent) { self.background = background }

  /// Puts the background behind the subject of an image.
  ///
  /// - Parameters:
  ///   - image: The image that was segmented.
  ///   - mask: The probability of each pixel to be the subject, 0...1, of any size. It covers the image.
  /// - Returns: The image in BGRA; opaque unless the background is transparent, whose alpha is not premultiplied.
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory for the image; `notFoundError` when
  ///   FFmpeg, which scales background images, is not installed.
  public func draw(_ image: ImageBuffer, foreground mask: Mask) throws -> ImageBuffer {
    let (width, height) = (image.width, image.height)
    let behind = try what(isBehind: image, mask)
    let resizer = resizer(of: mask, width: width, height: height)
    let pool =
      pool.flatMap { $0.width == width && $0.height == height ? $0 : nil }
      ?? PixelBufferPool(width: width, height: height, format: .bgra, capacity: 3)
    self.pool = pool
    var weights = [Float](repeating: 0, count: Self.bandHeight * width)
    var back = [UInt32](repeating: 0xFF00_0000, count: Self.bandHeight * width)
    if case .color(let color) = background { back = Array(repeating: color.opaqueBGRA, count: back.count) }
    return try pool.makeImage { target, bytesPerRow in
      image.withUnsafeBytes { source in
        mask.withUnsafeFloats { plane in
          guard let source = source.baseAddress, let plane = plane.baseAddress else { return }
          weights.withUnsafeMutableBufferPointer { weights in
            back.withUnsafeMutableBufferPointer { back in
              guard let weights = weights.baseAddress, let back = back.baseAddress else { return }
              for top in stride(from: 0, to: height, by: Self.bandHeight) {
                let rows = top..<min(top + Self.bandHeight, height)
                resizer.resize(plane, rows: rows, into: weights - top * width, stride: width)
                if case .blur = behind { blur.fill(rows, back) }
                for y in rows {
                  let pixels = target + y * bytesPerRow
                  image.copyOpaqueBGRA(row: source + y * image.bytesPerRow, to: pixels)
                  let place = (y - top) * width
                  mix(pixels.assumingMemoryBound(to: UInt32.self), weights + place, back + place, behind, y, width)
                }
              }
            }
          }
        }
      }
    }
  }

  private func mix(
    _ front: UnsafeMutablePointer<UInt32>, _ weights: UnsafePointer<Float>, _ back: UnsafePointer<UInt32>,
    _ behind: Behind, _ y: Int, _ width: Int
  ) {
    switch behind {
    case .nothing: vision_cut_row(front, weights, Int64(width))
    case .color, .blur: vision_composite_row(front, back, weights, Int64(width))
    case .image(let image):
      image.withUnsafeBytes { bytes in
        guard let row = bytes.baseAddress.map({ $0 + y * image.bytesPerRow }) else { return }
        vision_composite_row(front, row.assumingMemoryBound(to: UInt32.self), weights, Int64(width))
      }
    }
  }

  private enum Behind {
    case nothing, color, blur
    /// Opaque BGRA of the frame's size.
    case image(ImageBuffer)
  }

  private func what(isBehind image: ImageBuffer, _ mask: Mask) throws -> Behind {
    switch background {
    case .transparent: return .nothing
    case .color: return .color
    case .blur:
      blur.read(image, foreground: mask)
      return .blur
    case .image(let background):
      if let scaled, scaled.width == image.width, scaled.height == image.height { return .image(scaled) }
      let new = try background.covering(width: image.width, height: image.height).converted(to: .bgra)
      scaled = new
      return .image(new)
    }
  }

  private func resizer(of mask: Mask, width: Int, height: Int) -> MaskResizer {
    let size = [mask.width, mask.height, width, height]
    if let last = lastResizer, last.size == size { return last.resizer }
    let new = MaskResizer(width: mask.width, height: mask.height, targetWidth: width, targetHeight: height)
    lastResizer = (size, new)
    return new
  }
}

extension ImageBuffer {
  /// The image scaled to cover a size, in its proportions, and cut at its edges.
  fileprivate func covering(width: Int, height: Int) throws -> ImageBuffer {
    let scale = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
    let inner = try scaled(
      toWidth: min(max(Int((Double(self.width) * scale).rounded()), width), Self.maximumDimension),
      height: min(max(Int((Double(self.height) * scale).rounded()), height), Self.maximumDimension))
    let (left, top) = ((inner.width - width) / 2, (inner.height - height) / 2)
    return inner.part(columns: left..<left + width, rows: top..<top + height)
  }
}
