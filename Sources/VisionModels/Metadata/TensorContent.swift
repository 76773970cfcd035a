/// The kind of a tensor's content.
package enum TensorContent: Sendable, Hashable {
  /// Values without a further meaning, such as scores.
  case feature
  /// An image.
  case image(ImageProperties)
  /// Bounding boxes.
  case boundingBox(BoundingBoxProperties)
  /// A kind that vision models do not have, with its number in the metadata schema.
  case other(kind: UInt8)
}

/// How the four numbers of a box are laid out in a tensor.
package struct BoundingBoxProperties: Sendable, Hashable {
  /// What the four numbers are, with the numbers of the metadata schema.
  package enum Layout: Int8, Sendable {
    /// Not said, or newer than this list.
    case unknown = 0
    /// Left, top, right, bottom.
    case boundaries = 1
    /// Left, top, width, height.
    case upperLeft = 2
    /// Centre x, centre y, width, height.
    case center = 3
  }

  /// What the numbers count, with the numbers of the metadata schema.
  package enum Coordinates: Int8, Sendable {
    /// Fractions of the input's width and height.
    case ratio = 0
    /// Pixels of the input.
    case pixel = 1
  }

  /// Where each number of the layout stands among the four: `[1, 0, 3, 2]` for top, left, bottom, right. Taken from the file
  /// unchecked; may be empty.
  package let index: [Int]
  /// What the four numbers are.
  package let layout: Layout
  /// What they count.
  package let coordinates: Coordinates
}

/// What an image tensor holds.
package struct ImageProperties: Sendable, Hashable {
  /// The meaning of the channels, with the numbers of the metadata schema.
  package enum ColorSpace: Int8, Sendable {
    /// Not said, or newer than this list.
    case unknown = 0
    /// Red, green, blue.
    case rgb = 1
    /// One channel of brightness.
    case grayscale = 2
  }

  /// The meaning of the channels.
  package let colorSpace: ColorSpace
  /// The usual width in pixels, nil when not said.
  package let defaultWidth: Int?
  /// The usual height in pixels, nil when not said.
  package let defaultHeight: Int?
}
