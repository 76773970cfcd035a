/// A file that belongs to a model or a tensor: labels, calibration, a vocabulary. Its bytes are in the zip archive at the end
/// of the model file.
public struct AssociatedFile: Sendable, Hashable {
  /// The purpose of a file, with the numbers of the metadata schema.
  public enum Kind: Int8, Sendable {
    /// Unknown, or newer than this list.
    case unknown = 0
    /// Descriptions for people.
    case descriptions = 1
    /// A label for each position along a tensor's axis: scores of classes.
    case tensorAxisLabels = 2
    /// A label for each value that a tensor's elements take: class numbers.
    case tensorValueLabels = 3
    /// Parameters of score calibration, a line a class.
    case scoreCalibration = 4
    /// A vocabulary.
    case vocabulary = 5
    /// An index for nearest-neighbour search.
    case index = 6
  }

  /// The name in the archive.
  public let name: String
  /// What it is, for a person.
  public let description: String?
  /// What it is for.
  public let kind: Kind
  /// The language of its texts, such as `en`; nil when it has none in particular.
  public let locale: String?
  /// The file's version, as its author counts.
  public let version: String?
}
