/// What kind of thing a tensor holds.
public enum TensorContent: Sendable, Hashable {
  /// Numbers without a further meaning, such as scores.
  case feature
  /// An image.
  case image(ImageProperties)
  /// Boxes around things.
  case boundingBox(BoundingBoxProperties)
  /// A kind that vision models do not have, with its number in the metadata schema.
  case other(kind: UInt8)
}
