import VisionErrors

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
  public func keepingOutputs(_ indices: [Int]) throws(TasksError) -> ModelData {
    guard !indices.isEmpty, Set(indices).count == indices.count, indices.allSatisfy(outputs.indices.contains) else {
      throw TasksError.invalidArgument(
        "Outputs \(indices) cannot be kept; name at least one of 0..<\(outputs.count), none twice.")
    }
    if indices == Array(outputs.indices) { return data }
    let selection = try OutputSelection(data, keeping: indices)
    let result = selection.patches.apply(to: data)
    let model = try TFLiteModel(result)
    guard model.outputs == indices.map({ outputs[$0] }), model.operatorCount == selection.liveOperators.count else {
      throw TasksError.invalidArgument("The model file is damaged: parts of its graph overlap. Fetch or copy it again.")
    }
    return result
  }
}
