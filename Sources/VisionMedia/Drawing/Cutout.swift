internal import CVisionPixels

/// Cuts the subject out of images, with a segmenter's mask, and puts something else behind it.
///
/// ```swift
/// let segmenter = try ImageSegmenter(modelPath: "selfie_segmenter.tflite")
/// let cutout = Cutout(background: .blur)
/// let result = try segmenter.segment(image: image)
/// if let mask = result.confidenceMasks?.first {
///   let subject = try cutout.draw(image.imageBuffer, foreground: mask)
/// }
/// ```
///
/// Use one for the frames of a video: it keeps the scaled background and its memory. From one thread at a time.
public final class Cutout {
  /// What is behind the subject.
  public enum Background: Sendable {
    /// Nothing: the image has alpha.
    case transparent
    /// One colour; its opacity counts as 1.
    case color(DrawingColor)
    /// An image, scaled to cover the frame and cut at its edges; alpha is ignored.
    case image(ImageBuffer)
    /// The image's own background, blurred. The subject does not shine into it.
    case blur
  }

  /// What is behind the subject.
  public let background: Background

  private static let bandHeight = 16
  /// The background image in BGRA, of the last frame's size.
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
  ///   FFmpeg, which scales background images, is not installed; `invalidArgumentError` for a background of more than
  ///   `ImageFile.maximumPixelCount` pixels.
  public func draw(_ image: ImageBuffer, foreground mask: Mask) throws -> ImageBuffer {
    let (width, height) = (image.width, image.height)
    let resizer = resizer(of: mask, width: width, height: height)
    let pool =
      pool.flatMap { $0.width == width && $0.height == height ? $0 : nil }
      ?? PixelBufferPool(width: width, height: height, format: .bgra, capacity: 3)
    self.pool = pool
    var weights = [Float](repeating: 0, count: Self.bandHeight * width)
    var back = [UInt32](repeating: 0xFF00_0000, count: Self.bandHeight * width)
    switch background {
    case .transparent: break
    case .color(let color): back = Array(repeating: color.opaqueBGRA, count: back.count)
    case .blur: blur.read(image, foreground: mask)
    case .image(let background):
      if scaled?.width != width || scaled?.height != height {
        scaled = try background.covering(width: width, height: height).converted(to: .bgra)
      }
    }
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
                if case .blur = background { blur.fill(rows, back) }
                for y in rows {
                  let pixels = target + y * bytesPerRow
                  image.copyOpaqueBGRA(row: source + y * image.bytesPerRow, to: pixels)
                  let place = (y - top) * width
                  mix(pixels.assumingMemoryBound(to: UInt32.self), weights + place, back + place, y, width)
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
    _ y: Int, _ width: Int
  ) {
    switch background {
    case .transparent: vision_cut_row(front, weights, Int64(width))
    case .color, .blur: vision_composite_row(front, back, weights, Int64(width))
    case .image:
      guard let scaled else { return }
      scaled.withUnsafeBytes { bytes in
        guard let row = bytes.baseAddress.map({ $0 + y * scaled.bytesPerRow }) else { return }
        vision_composite_row(front, row.assumingMemoryBound(to: UInt32.self), weights, Int64(width))
      }
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
  /// The middle of the image that has the proportions of a size, scaled to it. It is cut first: scaled as a whole, the
  /// image may be far larger than the frame that it covers.
  fileprivate func covering(width: Int, height: Int) throws -> ImageBuffer {
    let scale = max(Double(width) / Double(self.width), Double(height) / Double(self.height))
    func middle(_ length: Int, of whole: Int) -> Range<Int> {
      let count = min(max(Int((Double(length) / scale).rounded()), 1), whole)
      return (whole - count) / 2..<(whole - count) / 2 + count
    }
    return try part(columns: middle(width, of: self.width), rows: middle(height, of: self.height))
      .scaled(toWidth: width, height: height)
  }
}

extension TaskOutput {
  /// The probability of each pixel to be the subject, of a segmenter's masks; nil for an output without such masks.
  ///
  /// With `names` these classes are the subject, otherwise all but the one named background, or the only one.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is no memory for the mask.
  package func foreground(keeping names: [String]?) throws -> Mask? {
    guard let part = parts.lazy.compactMap({ $0 as? MasksPart }).first(where: { $0.format.content == .classes }),
      let first = part.masks.first
    else { return nil }
    let segments = categories.first { $0.format.areSubjects }?.lists.first ?? []
    guard let names else {
      if part.masks.count == 1 { return first }
      // A class without a pixel is no segment, so without background all of the image is the subject.
      let background = segments.filter { $0.isBackground && part.masks.indices.contains($0.index) }
      return try Self.sum(of: background.map { part.masks[$0.index] }, like: first, isInverted: true)
    }
    let kept = segments.filter { segment in
      part.masks.indices.contains(segment.index)
        && [segment.categoryName, segment.displayName].contains { $0.map(names.contains) == true }
    }
    return try Self.sum(of: kept.map { part.masks[$0.index] }, like: first, isInverted: false)
  }

  /// The sum of masks, or what is left to 1.
  private static func sum(of masks: [Mask], like first: Mask, isInverted: Bool) throws -> Mask {
    if !isInverted, masks.count == 1 { return masks[0] }
    let (width, height) = (first.width, first.height)
    return try Mask(width: width, height: height) { (sum: UnsafeMutableBufferPointer<Float>) in
      sum.update(repeating: isInverted ? 1 : 0)
      let sign: Float = isInverted ? -1 : 1
      for mask in masks {
        mask.withUnsafeFloats { values in
          for place in 0..<min(sum.count, values.count) { sum[place] += sign * values[place] }
        }
      }
    }
  }
}
