import VisionErrors
import VisionModels

extension TFLiteModel {
  /// A model that computes only some of the outputs, and those exactly as before.
  ///
  /// Operators that no kept output depends on are gone, so the runtime neither prepares nor runs them. Weights, metadata and
  /// whatever follows the model stay where they are: the metadata still describes all outputs of the original.
  ///
  /// - Parameter indices: Positions in `outputs`, at least one, none twice; the new model has them in this order.
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when nothing changes.
  /// - Throws: `TasksError` with `invalidArgumentError` for indices that are not allowed, for a model with control flow (more
  ///   than one subgraph), and for a damaged one.
  package func keepingOutputs(_ indices: [Int]) throws(TasksError) -> ModelData {
    try keepingOutputs(indices, applying: GraphChanges())
  }

  /// As `keepingOutputs(_:)`, with further changes of the graph.
  package func keepingOutputs(
    _ indices: [Int], applying changes: GraphChanges
  ) throws(TasksError) -> ModelData {
    guard !indices.isEmpty, Set(indices).count == indices.count, indices.allSatisfy(outputs.indices.contains) else {
      throw TasksError.invalidArgument(
        "Outputs \(indices) cannot be kept; name at least one of 0..<\(outputs.count), none twice.")
    }
    if changes.isEmpty, indices == Array(outputs.indices) { return data }
    return try applying(
      OutputSelection(data, keeping: indices, applying: changes), outputs: indices.map { outputs[$0] })
  }

  /// Where an output's elements stand before the operators that only move them or put each through the same function.
  ///
  /// - Parameters:
  ///   - index: A position in `outputs`.
  ///   - throughLogistic: Whether a logistic function at the end may be left out.
  /// - Returns: The origin; that of `identity(ofOutput:)` when nothing can be left out.
  /// - Throws: `TasksError` with `invalidArgumentError` for another index and for a damaged model.
  package func origin(ofOutput index: Int, throughLogistic: Bool) throws(TasksError) -> OutputOrigin {
    guard outputTensors.indices.contains(index) else { throw noOutput(index) }
    return try OutputOriginSearch(data).origin(of: outputTensors[index], throughLogistic: throughLogistic)
  }

  /// The origin of an output that is read where it is.
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

  /// A model that computes other tensors of its graph as its outputs, without the operators that they do not depend on.
  ///
  /// The names that signatures give to inputs and outputs are gone. Weights and metadata stay where they are: the metadata
  /// still describes the original's outputs, and files that go with it are read from the original.
  ///
  /// - Parameter origins: Whose tensors become the outputs, in this order; no tensor twice.
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when nothing changes.
  /// - Throws: As `keepingOutputs(_:)`.
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
