/// A file that belongs to a model or a tensor: labels, calibration, a vocabulary. Its bytes are in the zip archive at the end
/// of the model file.
package struct AssociatedFile: Sendable, Hashable {
  /// The purpose of a file, with the numbers of the metadata schema.
  package enum Kind: Int8, Sendable {
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
  package let name: String
  /// What it is, for a person.
  package let description: String?
  /// What it is for.
  package let kind: Kind
  /// The language of its texts, such as `en`; nil when it has none in particular.
  package let locale: String?
  /// The file's version, as its author counts.
  package let version: String?
}

/// The lines of a label file.
package enum LabelLines {
  /// Splits at LF, CR LF and CR. An end of line at the very end adds no line, and one empty last line is dropped; empty lines
  /// in between hold the numbering and stay.
  package static func split(_ file: ModelData) -> [String] {
    file.withUnsafeBytes { bytes in
      var lines: [String] = []
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        lines.append(String(decoding: bytes[start..<end], as: UTF8.self))
        let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
        start = end + (isPair ? 2 : 1)
      }
      if lines.last == "" { lines.removeLast() }
      return lines
    }
  }
}
