import Foundation
import VisionCore

extension ModelMetadata {
  /// The bytes of an associated file, in place.
  ///
  /// - Throws: `TasksError` with `notFoundError` when the model file does not hold it, and `unknownError` when it is
  ///   compressed or the archive at the end of the model file is damaged.
  package func contents(of file: AssociatedFile) throws(TasksError) -> ModelData {
    let archive: ZipArchive
    do {
      archive = try ZipArchive(modelFile)
    } catch {
      throw TasksError.notFound(
        "The model names the file \(file.name), which belongs to the archive at the model's end. This archive is missing, cut off or "
          + "damaged; fetch or copy the model again.")
    }
    return try archive.member(named: file.name)
  }

  /// The labels of a tensor: label i is line i of its first label file, without blanks around it.
  ///
  /// - Parameters:
  ///   - tensor: An element of `inputs` or `outputs`.
  ///   - kind: `.tensorAxisLabels` for scores of classes, `.tensorValueLabels` for class numbers.
  ///   - locale: The language wanted; nil takes the first file of this kind in any language.
  /// - Returns: The labels, or nil when the tensor has no such file.
  /// - Throws: `TasksError` as `contents(of:)` does, and with `invalidArgumentError` for a file without labels and one that is
  ///   not UTF-8.
  package func labels(
    of tensor: TensorMetadata, kind: AssociatedFile.Kind = .tensorAxisLabels, locale: String? = nil
  ) throws(TasksError) -> [String]? {
    guard let file = tensor.associatedFile(kind, locale: locale) else { return nil }
    let lines = try LabelLines.split(try contents(of: file), of: file.name)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard !lines.isEmpty else {
      throw TasksError.invalidArgument(
        "The label file \(file.name) of the model is empty; a line for each class is needed.")
    }
    return lines
  }
}
