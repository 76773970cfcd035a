import VisionCore
import VisionModels

/// A tensor with its elements in double precision.
///
/// Whole numbers are stored as they are, quantized ones too; their `quantization` says what they stand for. Elements of float32 and
/// float16 tensors are numbers that those types can hold.
package struct ReferenceTensor: Sendable {
  /// The extents, outermost first; empty for a single number.
  package let shape: [Int]
  /// The type that the elements have in the model.
  package let elementType: TensorElementType
  /// What quantized elements stand for; nil for others.
  package let quantization: TensorQuantization?
  /// The elements, the last dimension's beside one another.
  package let numbers: [Double]

  /// Makes a tensor.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for another number of elements than the shape asks for.
  package init(
    shape: [Int], elementType: TensorElementType = .float32, quantization: TensorQuantization? = nil,
    numbers: [Double]
  ) throws(TasksError) {
    guard shape.elementCount == numbers.count else {
      throw TasksError.invalidArgument(
        "The shape \(shape) has \(shape.elementCount.counted("element")); \(numbers.count) are given.")
    }
    self.shape = shape
    self.elementType = elementType
    self.quantization = quantization
    self.numbers = numbers
  }

  /// The elements as float32: exact for float tensors.
  package var floats: [Float] { numbers.map { Float($0) } }

  /// Whether the elements are 8-bit numbers.
  var isByte: Bool { elementType == .int8 || elementType == .uint8 }
}

extension [Int] {
  /// The number of elements of a tensor of this shape.
  var elementCount: Int { reduce(1, *) }

  /// The distance between neighbours along each dimension.
  var strides: [Int] {
    var strides = [Int](repeating: 1, count: count)
    for axis in indices.dropLast().reversed() { strides[axis] = strides[axis + 1] * self[axis + 1] }
    return strides
  }
}
