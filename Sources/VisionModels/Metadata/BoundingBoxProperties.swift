/// How the four numbers of a box are laid out in a tensor.
public struct BoundingBoxProperties: Sendable, Hashable {
  /// What the four numbers are, with the numbers of the metadata schema.
  public enum Layout: Int8, Sendable {
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
  public enum Coordinates: Int8, Sendable {
    /// Fractions of the input's width and height.
    case ratio = 0
    /// Pixels of the input.
    case pixel = 1
  }

  /// Where each number of the layout stands among the four: `[1, 0, 3, 2]` for top, left, bottom, right. Taken from the file
  /// unchecked; may be empty.
  public let index: [Int]
  /// What the four numbers are.
  public let layout: Layout
  /// What they count.
  public let coordinates: Coordinates
}
