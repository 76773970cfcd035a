internal import CVisionPixels
import VisionCore

/// The value of pixels outside the image, for each tap.
package enum BorderMode: Sendable, Hashable {
  /// Black.
  case zero
  /// The nearest pixel of the edge.
  case replicate
}

/// The conversion of bytes to a float tensor: `Float(byte) · scale + offset`, product and sum each rounded.
package struct ByteNormalization: Sendable {
  let scale: Float
  let offset: Float

  /// The values (byte − mean) / standardDeviation, with the reference's rounding: the two ends are normalized, and the
  /// bytes are interpolated between them.
  package init(mean: Float, standardDeviation: Float) {
    offset = (0 - mean) / standardDeviation
    let high = (255 - mean) / standardDeviation
    scale = (high - offset) / 255
  }
}

/// Samples rotated regions of an image into tensors of one size, with the bytes of MediaPipe's CPU path.
///
/// Source: OpenCV's `warpPerspective` with fixed-point bilinear interpolation, as MediaPipe's image-to-tensor step
/// calls it: positions rounded to 1/32 pixel (half to even), integer weights, the result rounded to 8 bits before
/// normalization, two by two taps however much the image is shrunk.
package struct RegionSampler: Sendable {
  /// The tensor's width in pixels.
  package let width: Int
  /// The tensor's height in pixels.
  package let height: Int
  package let border: BorderMode

  package init(width: Int, height: Int, border: BorderMode) {
    self.width = width
    self.height = height
    self.border = border
  }

  /// Samples into a float tensor, height x width x 3 (RGB).
  ///
  /// - Parameters:
  ///   - region: The region, in pixels of the image.
  ///   - image: The image.
  ///   - tensor: The tensor's elements.
  ///   - normalization: The conversion of bytes.
  ///   - sharing: The thread pool, each thread of which samples some rows; nil samples on the calling thread.
  /// - Throws: `TasksError` with `invalidArgumentError` for a region without area or a tensor of another size.
  package func sample(
    _ region: ImageRegion, of image: ImageBuffer, into tensor: UnsafeMutableBufferPointer<Float>,
    normalization: ByteNormalization, sharing: (any WorkSharing)? = nil
  ) throws {
    let target = try validated(region, tensor)
    run(region, image, sharing) { vision_sample_floats($0, $1, normalization.scale, normalization.offset, target) }
  }

  /// Samples into a uint8 tensor, height x width x 3 (RGB).
  ///
  /// - Parameters:
  ///   - region: The region, in pixels of the image.
  ///   - image: The image.
  ///   - tensor: The tensor's elements.
  ///   - sharing: The thread pool, each thread of which samples some rows; nil samples on the calling thread.
  /// - Throws: `TasksError` with `invalidArgumentError` for a region without area or a tensor of another size.
  package func sample(
    _ region: ImageRegion, of image: ImageBuffer, into tensor: UnsafeMutableBufferPointer<UInt8>,
    sharing: (any WorkSharing)? = nil
  ) throws {
    let target = try validated(region, tensor)
    run(region, image, sharing) { vision_sample_bytes($0, $1, target) }
  }

  private func validated<Element>(
    _ region: ImageRegion, _ tensor: UnsafeMutableBufferPointer<Element>
  ) throws -> UnsafeMutablePointer<Element> {
    guard region.isSampleable else {
      throw TasksError.invalidArgument("A region of \(region.width) x \(region.height) pixels cannot be sampled.")
    }
    guard let target = tensor.baseAddress, tensor.count == width * height * 3 else {
      throw TasksError.invalidArgument(
        "A tensor of \(tensor.count.counted("element")) cannot hold a \(width) x \(height) RGB sample (\(width * height * 3))."
      )
    }
    return target
  }

  /// Calls a kernel with the image and the sample positions.
  private func run(
    _ region: ImageRegion, _ image: ImageBuffer, _ sharing: (any WorkSharing)?,
    _ kernel: (UnsafePointer<VisionSourceImage>, UnsafePointer<VisionSampleGrid>) -> Void
  ) {
    let map = Homography(from: region, tensorWidth: width, tensorHeight: height)
    // OpenCV starts each block of columns from its own product, which decides the last bits.
    let blockWidth = min(1024 / min(16, height), width)
    let parts = sharing == nil ? 1 : max(height / Self.rowsOfPart, 1)
    image.withUnsafeBytes { bytes in
      guard let pixels = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      let source = VisionSourceImage(
        pixels: pixels, width: Int64(image.width), height: Int64(image.height), bytesPerRow: Int64(image.bytesPerRow),
        layout: image.format.layout, repeatsEdge: border == .replicate)
      func sample(_ part: Int) {
        let grid = VisionSampleGrid(
          map: (map.m0, map.m1, map.m2, map.m3, map.m4, map.m5, map.m6, map.m7, map.m8), width: Int32(clamping: width),
          firstRow: Int32(clamping: height * part / parts), endRow: Int32(clamping: height * (part + 1) / parts),
          blockWidth: Int32(clamping: blockWidth))
        withUnsafePointer(to: source) { source in withUnsafePointer(to: grid) { kernel(source, $0) } }
      }
      if let sharing { sharing.share(parts, sample) } else { sample(0) }
    }
  }

  /// Fewer rows cost more to dispatch than to sample.
  private static let rowsOfPart = 32
}

extension PixelFormat {
  /// The kernel's value for the layout.
  fileprivate var layout: VisionPixelLayout {
    switch self {
    case .rgb: VisionLayoutRGB
    case .rgba: VisionLayoutRGBA
    case .bgra: VisionLayoutBGRA
    case .gray: VisionLayoutGray
    }
  }
}
