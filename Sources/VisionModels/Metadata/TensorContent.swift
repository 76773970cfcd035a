/// The kind of a tensor's content.
public enum TensorContent: Sendable, Hashable {
  /// Values without a further meaning, such as scores.
  case feature
  /// An image.
  case image(ImageProperties)
  /// Bounding boxes.
  case boundingBox(BoundingBoxProperties)
  /// A kind that vision models do not have, with its number in the metadata schema.
  case other(kind: UInt8)
}
