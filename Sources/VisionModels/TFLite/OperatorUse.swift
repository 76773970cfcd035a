/// An operator and the number of its uses.
public struct OperatorUse: Sendable, Hashable {
  /// The operator's name in the TensorFlow Lite schema, or its custom code.
  public let name: String
  /// The number of times it occurs.
  public let count: Int
}
