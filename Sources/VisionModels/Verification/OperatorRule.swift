import VisionErrors

/// What has to hold of one kind of operator before the runtime may see it.
struct OperatorRule: Sendable {
  /// The allowed numbers of inputs.
  let inputs: ClosedRange<Int>
  /// The position of an input that may be left out; nil when all have to be there.
  var optionalInput: Int?
  /// The allowed numbers of outputs.
  var outputs: ClosedRange<Int> = 1...1
  /// The kind of options that it needs (the number in the schema's union); nil when it reads none.
  var options: UInt8?
  /// Checks types, shapes, constants and settings, and charges the budget.
  let check: @Sendable (inout OperatorCheck) throws(TasksError) -> Void
}

extension OperatorRule {
  /// The rules by the operator's number in the schema.
  static let all: [Int32: OperatorRule] = [
    convolutions, pooling, elementwise, activations, shapes, slices, resizing, reductions, conversions,
  ].reduce(into: [:]) { $0.merge($1) { first, _ in first } }

  /// The rules of the custom operators that the runtime has.
  static let customRules: [String: OperatorRule] = [
    "TFLite_Detection_PostProcess": detection, "Convolution2DTransposeBias": transposedConvolutionWithBias,
  ]
}
