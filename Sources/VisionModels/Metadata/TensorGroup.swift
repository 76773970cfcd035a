/// Tensors that belong together, such as the boxes, classes and scores of detections.
public struct TensorGroup: Sendable, Hashable {
  /// The group's name.
  public let name: String
  /// The names of the tensors as the metadata gives them.
  public let tensorNames: [String]
}
