import VisionCore
import VisionModels

extension TFLiteModel {
  /// Dead-output elimination: a model that computes only some of the outputs, with equal results.
  ///
  /// Operators that no kept output depends on are removed, so the runtime neither prepares nor runs them. Weights and
  /// metadata stay in place; the metadata still describes all outputs of the original.
  ///
  /// - Parameter indices: Positions in `outputs`, at least one, none twice; the new model has them in this order.
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when nothing changes.
  /// - Throws: `TasksError` with `invalidArgumentError` for positions that are not allowed, for a model with control
  ///   flow (more than one subgraph), and for a damaged one.
  package func eliminatingDeadOutputs(keeping indices: [Int]) throws(TasksError) -> ModelData {
    try eliminatingDeadOutputs(keeping: indices, applying: GraphChanges())
  }

  /// As `eliminatingDeadOutputs(keeping:)`, with further changes of the graph.
  package func eliminatingDeadOutputs(
    keeping indices: [Int], applying changes: GraphChanges
  ) throws(TasksError) -> ModelData {
    guard !indices.isEmpty, Set(indices).count == indices.count, indices.allSatisfy(outputs.indices.contains) else {
      throw TasksError.invalidArgument(
        "Outputs \(indices) cannot be kept; name at least one of 0..<\(outputs.count), none twice.")
    }
    if changes.isEmpty, indices == Array(outputs.indices) { return data }
    return try applying(
      OutputSelection(data, keeping: indices, applying: changes), outputs: indices.map { outputs[$0] })
  }

  /// Where an output's elements are before the last operators, which only move them or apply the same function to each.
  ///
  /// - Parameters:
  ///   - index: A position in `outputs`.
  ///   - throughLogistic: Whether a logistic function at the end may be skipped.
  /// - Returns: The origin; that of `identity(ofOutput:)` when nothing can be skipped.
  /// - Throws: `TasksError` with `invalidArgumentError` for another index and for a damaged model.
  package func origin(ofOutput index: Int, throughLogistic: Bool) throws(TasksError) -> OutputOrigin {
    guard outputTensors.indices.contains(index) else { throw noOutput(index) }
    return try OutputOriginSearch(data).origin(of: outputTensors[index], throughLogistic: throughLogistic)
  }

  /// The origin of an output that is read as it is.
  ///
  /// - Parameter index: A position in `outputs`.
  /// - Returns: The output's own tensor.
  /// - Throws: `TasksError` with `invalidArgumentError` for another index.
  package func identity(ofOutput index: Int) throws(TasksError) -> OutputOrigin {
    guard outputTensors.indices.contains(index) else { throw noOutput(index) }
    return OutputOrigin(tensors: [Int(outputTensors[index])], infos: [outputs[index]], function: .identity)
  }

  private func noOutput(_ index: Int) -> TasksError {
    TasksError.invalidArgument("There is no output \(index); the model has outputs 0..<\(outputTensors.count).")
  }

  /// A model that computes other tensors of its graph as outputs, without the operators that they do not depend on.
  package func replacingOutputs(by origins: [OutputOrigin]) throws(TasksError) -> ModelData {
    try replacingOutputs(by: origins, applying: GraphChanges())
  }

  /// As `replacingOutputs(by:)`, with further changes of the graph.
  package func replacingOutputs(
    by origins: [OutputOrigin], applying changes: GraphChanges
  ) throws(TasksError) -> ModelData {
    let tensors = origins.flatMap(\.tensors)
    guard !tensors.isEmpty, Set(tensors).count == tensors.count else {
      throw TasksError.invalidArgument("Tensors \(tensors) cannot be outputs; name at least one, none twice.")
    }
    if changes.isEmpty, tensors == outputTensors.map(Int.init) { return data }
    return try applying(
      OutputSelection(data, replacingOutputsBy: tensors.map(Int32.init), applying: changes),
      outputs: origins.flatMap(\.infos))
  }

  private func applying(_ selection: OutputSelection, outputs: [TensorInfo]) throws(TasksError) -> ModelData {
    let result = try selection.apply(to: data)
    let model = try TFLiteModel(result)
    guard model.outputs == outputs, model.operatorCount == selection.liveOperators.count else {
      throw TasksError.invalidArgument("The model file is damaged: parts of its graph overlap. Fetch or copy it again.")
    }
    return result
  }
}
