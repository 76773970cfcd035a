import VisionCore

@testable import VisionModels

/// One use of an operator, without a model around it.
struct OperatorSample {
  let name: String
  var options: [Int: [Double]] = [:]
  /// The settings of a custom operator; empty without any.
  var customOptions: [UInt8] = []
  /// The element type and quantization of the results.
  var type = TensorElementType.float32
  var quantization: TensorQuantization?
  /// The number of results.
  var count = 1

  /// All results.
  func results(_ inputs: [ReferenceTensor?]) throws -> [ReferenceTensor] {
    // A shape without extents is one that the file leaves open.
    let info = TensorInfo(name: "result", shape: [], elementType: type, quantization: quantization)
    return try OperatorTable.kernel(named: name)(
      OperatorCall(
        index: 0, name: name, inputs: inputs, results: Array(repeating: OperatorResult(info: info), count: count),
        options: .numbers(options), customOptions: customOptions.isEmpty ? nil : ModelData(customOptions)))
  }

  /// The one result.
  func run(_ inputs: ReferenceTensor?...) throws -> ReferenceTensor {
    guard let result = try results(inputs).first else { throw TasksError.invalidArgument("There is no result.") }
    return result
  }
}

extension ReferenceTensor {
  /// A tensor of floats.
  static func floats(_ shape: [Int], _ numbers: [Double]) throws -> ReferenceTensor {
    try ReferenceTensor(shape: shape, numbers: numbers)
  }

  /// A tensor of 32-bit whole numbers in one dimension.
  static func integers(_ numbers: [Double]) throws -> ReferenceTensor {
    try ReferenceTensor(shape: [numbers.count], elementType: .int32, numbers: numbers)
  }

  /// A tensor of bytes with one scale.
  static func bytes(
    _ shape: [Int], _ numbers: [Double], step: Float, zero: Int64, type: TensorElementType = .int8
  ) throws -> ReferenceTensor {
    try ReferenceTensor(
      shape: shape, elementType: type, quantization: .one(step, zero), numbers: numbers)
  }
}

extension TensorQuantization {
  /// One scale for a whole tensor.
  static func one(_ step: Float, _ zero: Int64) -> TensorQuantization {
    TensorQuantization(scales: [step], zeroPoints: [zero], dimension: 0)
  }
}

extension TensorInfo {
  /// What a file may say of a tensor without a scale.
  static func sample(shape: [Int], _ elementType: TensorElementType) -> TensorInfo {
    TensorInfo(name: "sample", shape: shape, elementType: elementType, quantization: nil)
  }
}

extension [UInt8] {
  /// Numbers of 32 bits, their lowest byte first.
  static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  }
}
