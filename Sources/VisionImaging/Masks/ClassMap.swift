internal import CVisionPixels
import VisionCore

/// What turns a segmenter's output values into probabilities.
package enum ClassActivation: Sendable {
  case none, sigmoid, softmax

  fileprivate var kernel: VisionActivation {
    switch self {
    case .none: VisionActivationNone
    case .sigmoid: VisionActivationSigmoid
    case .softmax: VisionActivationSoftmax
    }
  }
}

/// The output of a segmenter, a value for each class of each pixel, and what is made of it.
///
/// Source: MediaPipe's `TensorsToSegmentationCalculator`. Not Sendable: one frame at a time.
package final class ClassMap {
  /// A pixel of no class: in category masks of models with one class all others.
  package static let unlabeled: UInt8 = 255
  /// More classes do not fit into a byte.
  package static let maximumClasses = 255

  package let width, height, classes: Int
  private let activation: ClassActivation
  private let values: UnsafeBufferPointer<Float>
  /// The values of a rotated map, which it owns.
  private let memory: UnsafeMutableBufferPointer<Float>?
  /// The codes of the pixels, then which of them are sure.
  private let codes: UnsafeMutableBufferPointer<UInt8>
  private var margin: Float = .infinity

  /// `values` are `height` x `width` x `classes` floats, which change from frame to frame.
  ///
  /// - Throws: `TasksError` with `internalError` for another number of values or of classes.
  package init(
    _ values: UnsafeBufferPointer<Float>, width: Int, height: Int, classes: Int, activation: ClassActivation
  ) throws(TasksError) {
    guard width > 0, height > 0, (1...Self.maximumClasses).contains(classes), values.count == width * height * classes
    else {
      throw TasksError.internalFailure("\(values.count) values are no map of \(width) x \(height) x \(classes).")
    }
    (self.values, self.width, self.height, memory) = (values, width, height, nil)
    (self.classes, self.activation) = (classes, activation)
    codes = .allocate(capacity: 2 * width * height)
    codes.initialize(repeating: 0)
  }

  /// A map that takes the values of another one, rotated.
  package init(rotating other: ClassMap, by orientation: ImageOrientation) {
    let swaps = PixelRotation.swapsAxes(orientation)
    (width, height) = swaps ? (other.height, other.width) : (other.width, other.height)
    (classes, activation) = (other.classes, other.activation)
    let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: other.values.count)
    memory.initialize(repeating: 0)
    (values, self.memory) = (UnsafeBufferPointer(memory), memory)
    codes = .allocate(capacity: 2 * width * height)
    codes.initialize(repeating: 0)
  }

  deinit {
    memory?.deallocate()
    codes.deallocate()
  }

  /// Takes the values of the map that this one was made for.
  package func rotate(_ other: ClassMap, by orientation: ImageOrientation) {
    guard let source = other.values.baseAddress, let target = memory?.baseAddress, other.values.count == values.count
    else { return }
    let pixel = classes * MemoryLayout<Float>.stride
    PixelRotation.rotate(
      from: source, bytesPerRow: other.width * pixel, width: other.width, height: other.height, bytesPerPixel: pixel,
      orientation: orientation, to: target, bytesPerRow: width * pixel)
  }

  private var pixels: Int { width * height }

  /// Computes the probabilities of a part of the pixels, a plane for each class.
  package func fillPlanes(_ planes: UnsafeMutableBufferPointer<Float>, pixels range: Range<Int>) {
    guard let values = values.baseAddress, let target = planes.baseAddress, planes.count >= pixels * classes else {
      return
    }
    vision_class_planes(
      values, Int64(range.lowerBound), Int64(range.upperBound), Int32(clamping: classes), activation.kernel, target,
      Int64(pixels))
  }

  /// Prepares `findCodes(pixels:)` for the values of a frame.
  package func prepareCodes() {
    guard let values = values.baseAddress else { return }
    // An interpolation is off by less than this, so further apart the order stays.
    let largest = vision_largest_magnitude(values, Int64(pixels * classes))
    let isSaturating = activation == .sigmoid && classes > 1
    margin = largest.isFinite && !isSaturating ? max(largest * 16 * .ulpOfOne, 1e-6) : .infinity
  }

  /// Finds the best class of a part of the pixels. Category masks and shares need all.
  package func findCodes(pixels range: Range<Int>) {
    guard let values = values.baseAddress, let codes = codes.baseAddress else { return }
    vision_class_codes(
      values + range.lowerBound * classes, Int64(range.count), Int32(clamping: classes),
      activation == .sigmoid ? 0 : 0.5, margin, codes + range.lowerBound, codes + pixels + range.lowerBound)
  }

  /// The share of the pixels that each class has; after `findCodes(pixels:)`.
  package var shares: [Float] {
    var counts = [Int64](repeating: 0, count: 256)
    if let codes = codes.baseAddress { vision_count_codes(codes, Int64(pixels), &counts) }
    return counts.prefix(classes).map { Float($0) / Float(max(pixels, 1)) }
  }

  /// Copies the codes at the model's size.
  package func copyCodes(into target: UnsafeMutableBufferPointer<UInt8>) {
    _ = target.update(fromContentsOf: codes.prefix(pixels))
  }

  /// Fills rows of a category mask of another size; rows are `stride` bytes apart.
  package func fillCodes(
    _ target: UnsafeMutablePointer<UInt8>, of positions: CategoryPositions, rows range: Range<Int>, stride: Int
  ) {
    guard let first = codes.baseAddress else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * width) { cells in
      var map = VisionClassMap(
        values: values.baseAddress, codes: first, sure: first + pixels, width: Int32(clamping: width),
        classes: Int32(clamping: classes), hasSigmoid: activation == .sigmoid ? 1 : 0)
      positions.columns.withTaps { taps in
        for y in range {
          let row = positions.rows[y]
          vision_code_row(
            &map, Int32(clamping: row.first), Int32(clamping: row.second), row.weight, taps, positions.starts,
            cells.baseAddress, target + y * stride)
        }
      }
    }
  }
}

/// Where the pixels of a category mask lie in a model's output.
package struct CategoryPositions: Sendable {
  let columns, rows: MaskPositions
  /// For each column of the output, and for one more, the first of the mask's columns that lies there or beyond.
  fileprivate let starts: [Int32]

  /// For a mask of `width` x `height` pixels.
  package init(of map: ClassMap, width: Int, height: Int) {
    columns = .corners(width, of: map.width)
    var starts = [Int32](repeating: 0, count: map.width + 1)
    for index in 0..<columns.count { starts[columns[index].first + 1] += 1 }
    for column in 0..<map.width { starts[column + 1] += starts[column] }
    self.starts = starts
    rows = .corners(height, of: map.height)
  }
}
