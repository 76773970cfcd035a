import VisionErrors

extension TFLiteModel {
  /// A model with the same results but for rounding, from fewer multiply-adds.
  ///
  /// Numbers of tensors, inputs, outputs, signatures and metadata stay as they are. Operators that no output depends on are
  /// gone. Only floating-point models change.
  ///
  /// - Parameter ways: What may be done.
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when there is nothing to gain, and for a model
  ///   with control flow.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, and for one whose lists serve several purposes.
  package func simplified(by ways: Simplifications = .all) throws(TasksError) -> ModelData {
    guard let graph = try ModelGraph(data) else { return data }
    var found: [any GraphSimplification] = []
    if ways.contains(.constantChannels) { found += try ConstantChannelsSearch(graph).all() }
    if ways.contains(.earlyConvolutions) { found += try EarlyConvolutionSearch(graph).all() }
    var changes = GraphChanges()
    var taken: Set<Int32> = []
    for simplification in found where taken.isDisjoint(with: simplification.tensors) {
      taken.formUnion(simplification.tensors)
      simplification.note(in: &changes)
    }
    guard !changes.isEmpty else { return data }
    return try keepingOutputs(Array(outputs.indices), applying: changes)
  }
}
