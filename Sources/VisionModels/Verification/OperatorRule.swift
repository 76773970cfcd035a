import VisionCore

/// The rule that one kind of operator has to satisfy before the runtime may read it.
struct OperatorRule: Sendable {
  /// The allowed numbers of inputs.
  let inputs: ClosedRange<Int>
  /// The index of an optional input; nil when all are required.
  var optionalInput: Int?
  /// The allowed numbers of outputs.
  var outputs: ClosedRange<Int> = 1...1
  /// The type of its options (the number in the schema's union); nil when it reads none.
  var options: UInt8?
  /// Checks types, shapes, constants and options, and charges the budget.
  let check: @Sendable (inout OperatorCheck) throws(TasksError) -> Void
}

extension OperatorRule {
  /// The rules by the operator's number in the schema.
  static let all: [Int32: OperatorRule] = [
    convolutions, pooling, elementwise, activations, shapes, slices, resizing, reductions, conversions,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  /// The rules of the runtime's custom operators.
  static let customRules: [String: OperatorRule] = [
    "TFLite_Detection_PostProcess": detection, "Convolution2DTransposeBias": transposedConvolutionWithBias,
  ]
}
