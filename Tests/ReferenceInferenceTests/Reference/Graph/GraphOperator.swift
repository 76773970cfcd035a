import VisionModels

/// An operator of a model, in the order in which they run.
struct GraphOperator {
  /// The operator's place in the model.
  let index: Int
  /// The name in the schema, or the custom code.
  let name: String
  /// The tensors that it reads; -1 for an optional one that is left out.
  let inputs: [Int]
  /// The tensors that it computes.
  let outputs: [Int]
  let options: OperatorOptions
  /// The settings of a custom operator, in a form of its own.
  let customOptions: ModelData?
}
