import VisionErrors

extension TFLiteModel {
  /// A model with the same results but for rounding, from fewer multiply-adds.
  ///
  /// Channels of floating-point convolutions that are the same number whatever the input are left out (`ConstantChannels`),
  /// and a convolution of single pixels comes before the enlarging that it followed (`EarlyConvolution`). Numbers of tensors,
  /// inputs, outputs, signatures and metadata stay as they are. Operators that no output depends on are gone.
  ///
  /// - Returns: The bytes of the new model, a changed copy; the same bytes when there is nothing to gain, and for a model
  ///   with control flow.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model, and for one whose lists serve several purposes.
  package func simplified() throws(TasksError) -> ModelData {
    guard let graph = try ModelGraph(data) else { return data }
    let found: [any GraphSimplification] =
      try ConstantChannelsSearch(graph).all() + EarlyConvolutionSearch(graph).all()
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
