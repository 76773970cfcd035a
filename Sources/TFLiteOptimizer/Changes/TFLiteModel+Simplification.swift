import VisionErrors
import VisionModels

extension TFLiteModel {
  /// A model with fewer MACs and the same results but for rounding: constant channels are pruned.
  ///
  /// Tensor indices, inputs, outputs, signatures and metadata stay. Dead operators are removed. Only floating-point
  /// models change.
  ///
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when there is nothing to gain, and for a
  ///   model with control flow.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, and for one whose vectors are shared by
  ///   several tables.
  package func simplified() throws(TasksError) -> ModelData {
    guard let graph = try ModelGraph(data) else { return data }
    var changes = GraphChanges()
    var taken: Set<Int32> = []
    // A tensor that one pruning changes is not changed by another.
    for channels in try ConstantChannelSearch(graph).all() where taken.isDisjoint(with: channels.tensors) {
      taken.formUnion(channels.tensors)
      channels.note(in: &changes)
    }
    guard !changes.isEmpty else { return data }
    return try eliminatingDeadOutputs(keeping: Array(outputs.indices), applying: changes)
  }
}
