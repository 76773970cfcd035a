import Foundation
import VisionCore

/// A file that belongs to a model or a tensor: labels, calibration, a vocabulary. Its bytes are in the zip archive at
/// the end of the model file.
package struct AssociatedFile: Sendable, Hashable {
  /// The purpose of a file, with the numbers of the metadata schema.
  package enum Kind: Int8, Sendable {
    case unknown = 0
    case descriptions = 1
    /// A label for each position along a tensor's axis: scores of classes.
    case tensorAxisLabels = 2
    /// A label for each value that a tensor's elements take: class numbers.
    case tensorValueLabels = 3
    case scoreCalibration = 4
    case vocabulary = 5
    case index = 6
  }

  package let name: String
  package let kind: Kind
  /// Such as `en`.
  package let locale: String?

  init(_ table: FlatBufferTable) throws(TasksError) {
    name = try table.text(MetadataSchema.File.name) ?? ""
    kind = Kind(rawValue: try table.integer(MetadataSchema.File.kind, absent: 0)) ?? .unknown
    locale = try table.text(MetadataSchema.File.locale)
  }
}

package enum LabelLines {
  /// Text in UTF-8; a byte-order mark at its beginning is dropped.
  private static func text(of file: ModelData, _ name: String) throws(TasksError) -> String {
    let (text, hasZeros) = file.withUnsafeBytes { bytes in
      let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
      return (String(validating: content, as: UTF8.self), content.contains(0))
    }
    guard let text, !hasZeros else {
      throw TasksError.invalidArgument(
        "The file \(name) of the model is not in UTF-8\(hasZeros ? ", but seems to be in UTF-16" : ""); write it as UTF-8 and put it into "
          + "the model again.")
    }
    return text
  }

  /// Splits at LF, CR LF and CR. An end of line at the very end adds no line, and one empty last line is dropped; empty
  /// lines in between hold the numbering and stay.
  package static func split(_ file: ModelData, of name: String) throws(TasksError) -> [String] {
    // CR LF is one character of Swift's strings.
    var lines = try text(of: file, name).split(omittingEmptySubsequences: false) { "\n\r\r\n".contains($0) }
      .map(String.init)
    for _ in 0..<2 where lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension ModelMetadata {
  package func contents(of file: AssociatedFile) throws(TasksError) -> ModelData {
    let archive: ZipArchive
    do { archive = try ZipArchive(modelFile) } catch {
      throw TasksError.notFound(
        "The model names the file \(file.name), which belongs to the archive at the model's end. This archive is missing, cut off or "
          + "damaged; fetch or copy the model again.")
    }
    return try archive.member(named: file.name)
  }

  /// The labels of a tensor, a line of its first label file each, in any language or in one; nil without such a file.
  /// The kind is `.tensorAxisLabels` for scores of classes, `.tensorValueLabels` for class numbers.
  package func labels(
    of tensor: TensorMetadata, kind: AssociatedFile.Kind = .tensorAxisLabels, locale: String? = nil
  ) throws(TasksError) -> [String]? {
    guard let file = tensor.associatedFile(kind, locale: locale) else { return nil }
    let lines = try LabelLines.split(try contents(of: file), of: file.name).map(\.trimmed)
    guard !lines.isEmpty else {
      throw .invalidArgument("The label file \(file.name) of the model is empty; a line for each class is needed.")
    }
    return lines
  }
}
