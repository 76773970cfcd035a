/// What an image tensor holds.
public struct ImageProperties: Sendable, Hashable {
  /// The meaning of the channels, with the numbers of the metadata schema.
  public enum ColorSpace: Int8, Sendable {
    /// Not said, or newer than this list.
    case unknown = 0
    /// Red, green, blue.
    case rgb = 1
    /// One channel of brightness.
    case grayscale = 2
  }

  /// The meaning of the channels.
  public let colorSpace: ColorSpace
  /// The usual width in pixels, nil when not said.
  public let defaultWidth: Int?
  /// The usual height in pixels, nil when not said.
  public let defaultHeight: Int?
}
