import VisionErrors
import VisionModels

extension TFLiteModel {
  /// A model with the same results but for rounding, from fewer multiply-adds: without the channels that are constant.
  ///
  /// Numbers of tensors, inputs, outputs, signatures and metadata stay as they are. Operators that no output depends on are
  /// gone. Only floating-point models change.
  ///
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when there is nothing to gain, and for a model
  ///   with control flow.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, and for one whose lists serve several purposes.
  package func simplified() throws(TasksError) -> ModelData {
    guard let graph = try ModelGraph(data) else { return data }
    var changes = GraphChanges()
    var taken: Set<Int32> = []
    // What another one has changed is not simplified again.
    for channels in try ConstantChannelsSearch(graph).all() where taken.isDisjoint(with: channels.tensors) {
      taken.formUnion(channels.tensors)
      channels.note(in: &changes)
    }
    guard !changes.isEmpty else { return data }
    return try keepingOutputs(Array(outputs.indices), applying: changes)
  }
}
