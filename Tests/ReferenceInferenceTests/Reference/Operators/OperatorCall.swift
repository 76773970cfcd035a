import VisionCore
import VisionModels

/// One use of an operator with its inputs.
struct OperatorCall {
  /// The operator's place in the model.
  let index: Int
  let name: String
  /// The inputs; nil where an optional one is left out.
  let inputs: [ReferenceTensor?]
  /// What the file says of the results.
  let results: [OperatorResult]
  let options: OperatorOptions
  /// The settings of a custom operator.
  let customOptions: ModelData?

  /// An input that has to be there.
  func input(_ position: Int) throws(TasksError) -> ReferenceTensor {
    guard let tensor = optionalInput(position) else { throw unsupported("without input \(position)") }
    return tensor
  }

  /// An input that may be left out.
  func optionalInput(_ position: Int) -> ReferenceTensor? {
    inputs.indices.contains(position) ? inputs[position] : nil
  }

  /// The whole numbers of an input: a shape, axes, margins.
  func integers(_ position: Int) throws(TasksError) -> [Int] { try input(position).numbers.map { Int($0) } }

  /// An axis of a tensor; negative ones count from the end.
  func axis(_ value: Int, rank: Int) throws(TasksError) -> Int {
    guard (-rank..<rank).contains(value) else { throw unsupported("with the axis \(value) of \(rank)") }
    return value < 0 ? value + rank : value
  }

  /// The bounds of the fused activation; infinite without one.
  func activation(_ slot: Int) throws(TasksError) -> ClosedRange<Double> {
    switch try options.byte(slot) {
    case 0: return -.infinity ... .infinity
    case 1: return 0 ... .infinity
    case 2: return -1...1
    case 3: return 0...6
    case let other: throw unsupported("with the fused activation \(other)")
    }
  }

  /// The first result of the operator, or another one.
  ///
  /// Numbers of float types are rounded to float32 here, and nowhere before.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for another shape than the file has, `unimplementedError` for numbers that
  ///   the type cannot hold.
  func result(_ numbers: [Double], shape: [Int], at position: Int = 0) throws(TasksError) -> ReferenceTensor {
    let info = results[position].info
    // The file has no shape for results whose operator decides it.
    guard info.shape.isEmpty || info.shape == shape else {
      throw TasksError.invalidArgument(
        "Operator \(index) (\(name)) gives the shape \(shape); the file has \(info.shape).")
    }
    if let range = info.elementType.wholeNumbers, !numbers.allSatisfy({ range.contains($0) && $0 == $0.rounded() }) {
      throw unsupported("with results that \(info.elementType) cannot hold")
    }
    return try ReferenceTensor(
      shape: shape, elementType: info.elementType, quantization: info.quantization,
      numbers: info.elementType == .float32 ? numbers.map { Double(Float($0)) } : numbers)
  }

  /// The error for what the reference does not have.
  func unsupported(_ what: String) -> TasksError {
    TasksError(.unimplementedError, "The reference has no \(name) \(what) (operator \(index)).")
  }
}

/// What the file says of an operator's result.
struct OperatorResult {
  let info: TensorInfo

  /// The one scale of a quantized result.
  ///
  /// - Throws: `TasksError` with `unimplementedError` for a result with several or none.
  func scale() throws(TasksError) -> StoredScale {
    guard let scale = StoredScale(info.quantization, info.elementType) else {
      throw TasksError(.unimplementedError, "The reference needs one scale for the quantized tensor \(info.name).")
    }
    return scale
  }
}
