internal import CVisionPixels
import VisionCore

/// The value of pixels outside the image, for each tap.
package enum BorderMode: Sendable, Hashable {
  case zero
  /// The nearest pixel of the edge.
  case replicate
}

/// The conversion of bytes to a float tensor: `Float(byte) · scale + offset`, product and sum each rounded.
package struct ByteNormalization: Sendable {
  let scale, offset: Float

  /// The values (byte − mean) / standardDeviation, with the reference's rounding: the two ends are normalized, and the
  /// bytes are interpolated between them.
  package init(mean: Float, standardDeviation: Float) {
    offset = (0 - mean) / standardDeviation
    let high = (255 - mean) / standardDeviation
    scale = (high - offset) / 255
  }

  package func callAsFunction(_ byte: UInt8) -> Float { Float(byte) * scale + offset }
}

/// Samples rotated regions of an image into tensors of one size, with the bytes of MediaPipe's CPU path.
/// Source: OpenCV's `warpPerspective` with fixed-point bilinear interpolation, as MediaPipe's image-to-tensor step
/// calls it: positions rounded to 1/32 pixel (half to even), integer weights, the result rounded to 8 bits before
/// normalization, two by two taps however much the image is shrunk.
package struct RegionSampler: Sendable {
  package let width, height: Int
  package let border: BorderMode

  package init(width: Int, height: Int, border: BorderMode) {
    (self.width, self.height, self.border) = (width, height, border)
  }

  /// Samples into a float tensor, height x width x 3 (RGB). Each thread of `sharing` samples some rows; nil samples on
  /// the calling thread.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a region without area or a tensor of another size.
  package func sample(
    _ region: RotatedRegion, of image: ImageBuffer, into tensor: UnsafeMutableBufferPointer<Float>,
    normalization: ByteNormalization, sharing: (any WorkSharing)? = nil
  ) throws {
    let target = try validated(region, tensor)
    run(region, image, sharing) { vision_sample_floats($0, $1, normalization.scale, normalization.offset, target) }
  }

  /// Samples into a uint8 tensor, height x width x 3 (RGB), as into a float tensor.
  package func sample(
    _ region: RotatedRegion, of image: ImageBuffer, into tensor: UnsafeMutableBufferPointer<UInt8>,
    sharing: (any WorkSharing)? = nil
  ) throws {
    let target = try validated(region, tensor)
    run(region, image, sharing) { vision_sample_bytes($0, $1, target) }
  }

  private func validated<Element>(
    _ region: RotatedRegion, _ tensor: UnsafeMutableBufferPointer<Element>
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

  private func run(
    _ region: RotatedRegion, _ image: ImageBuffer, _ sharing: (any WorkSharing)?,
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
          map: map.matrix, width: Int32(clamping: width),
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
  fileprivate var layout: VisionPixelLayout {
    switch self {
    case .rgb: VisionLayoutRGB
    case .rgba: VisionLayoutRGBA
    case .bgra: VisionLayoutBGRA
    case .gray: VisionLayoutGray
    }
  }
}

/// The perspective map from a tensor's pixels to an image's, solved in OpenCV's order of operations.
/// A region's corners are rounded to single precision one by one and are hardly ever an exact parallelogram, so an
/// affine map through three of them differs by enough to flip samples. Bytes equal to the reference need the
/// perspective matrix through all four, solved image → tensor and then inverted by cofactors, all in double precision.
struct Homography {
  typealias Matrix = (Double, Double, Double, Double, Double, Double, Double, Double, Double)

  let matrix: Matrix

  /// The map under which the tensor's corners (0,h), (0,0), (w,0), (w,h) land on the region's.
  init(from region: RotatedRegion, tensorWidth: Int, tensorHeight: Int) {
    let (bottomLeft, topLeft, topRight, bottomRight) = region.corners
    let (w, h) = (Float(tensorWidth), Float(tensorHeight))
    let m: Matrix = withUnsafeTemporaryAllocation(of: Double.self, capacity: 72) { memory in
      let system = LinearSystem(memory)
      system.setPoint(0, bottomLeft, SIMD2(0, h))
      system.setPoint(1, topLeft, SIMD2(0, 0))
      system.setPoint(2, topRight, SIMD2(w, 0))
      system.setPoint(3, bottomRight, SIMD2(w, h))
      system.solve()
      return (system[0], system[1], system[2], system[3], system[4], system[5], system[6], system[7], 1)
    }
    // The inverse: cofactors over the determinant.
    let c00 = m.4 * m.8 - m.5 * m.7
    let c10 = m.5 * m.6 - m.3 * m.8
    let c20 = m.3 * m.7 - m.4 * m.6
    let scale = 1 / (m.0 * c00 + m.1 * c10 + m.2 * c20)
    matrix = (
      c00 * scale, (m.7 * m.2 - m.8 * m.1) * scale, (m.1 * m.5 - m.2 * m.4) * scale,
      c10 * scale, (m.8 * m.0 - m.6 * m.2) * scale, (m.2 * m.3 - m.0 * m.5) * scale,
      c20 * scale, (m.6 * m.1 - m.7 * m.0) * scale, (m.0 * m.4 - m.1 * m.3) * scale
    )
  }
}

/// Eight equations in eight unknowns, each row followed by its right-hand side.
private struct LinearSystem {
  let memory: UnsafeMutableBufferPointer<Double>
  private static let size = 8
  private static let stride = 9

  init(_ memory: UnsafeMutableBufferPointer<Double>) {
    self.memory = memory
    memory.initialize(repeating: 0)
  }

  subscript(row: Int) -> Double { memory[row * Self.stride + Self.size] }

  /// The two equations that map an image's point to a tensor's. The products are single precision in the reference.
  func setPoint(_ index: Int, _ image: SIMD2<Float>, _ tensor: SIMD2<Float>) {
    let x = memory.extracting(index * Self.stride..<(index + 1) * Self.stride)
    let y = memory.extracting((index + 4) * Self.stride..<(index + 5) * Self.stride)
    (x[0], x[1], x[2]) = (Double(image.x), Double(image.y), 1)
    (y[3], y[4], y[5]) = (Double(image.x), Double(image.y), 1)
    (x[6], x[7], x[8]) = (Double(-image.x * tensor.x), Double(-image.y * tensor.x), Double(tensor.x))
    (y[6], y[7], y[8]) = (Double(-image.x * tensor.y), Double(-image.y * tensor.y), Double(tensor.y))
  }

  /// Gaussian elimination with partial pivoting, each pivot's reciprocal taken once, then back substitution.
  func solve() {
    for i in 0..<Self.size {
      let pivot = (i..<Self.size).reduce(i) { abs(at($1, i)) > abs(at($0, i)) ? $1 : $0 }
      if pivot != i {
        for k in 0..<Self.stride { memory.swapAt(i * Self.stride + k, pivot * Self.stride + k) }
      }
      let negativeReciprocal = -1 / at(i, i)
      for j in i + 1..<Self.size {
        let factor = at(j, i) * negativeReciprocal
        for k in i + 1..<Self.stride { memory[j * Self.stride + k] += factor * at(i, k) }
      }
    }
    for i in (0..<Self.size).reversed() {
      var value = self[i]
      for k in i + 1..<Self.size { value -= at(i, k) * self[k] }
      memory[i * Self.stride + Self.size] = value / at(i, i)
    }
  }

  private func at(_ row: Int, _ column: Int) -> Double { memory[row * Self.stride + column] }
}
