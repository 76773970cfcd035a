/// A change of a model's graph after which fewer multiply-adds give the same results but for rounding.
protocol GraphSimplification {
  /// The tensors that it takes as they are; what another one has changed is not simplified again.
  var tensors: Set<Int32> { get }

  /// Adds what has to change.
  func note(in changes: inout GraphChanges)
}
