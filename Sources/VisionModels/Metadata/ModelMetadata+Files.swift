import VisionErrors

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
        "The model names the file \(file.name), which cannot be read from its end: \(error.message)")
    }
    return try archive.member(named: file.name)
  }

  /// The labels of a tensor: label i is line i of its first label file.
  ///
  /// - Parameters:
  ///   - tensor: An element of `inputs` or `outputs`.
  ///   - kind: `.tensorAxisLabels` for scores of classes, `.tensorValueLabels` for class numbers.
  ///   - locale: The language wanted; nil takes the first file of this kind in any language.
  /// - Returns: The labels, or nil when the tensor has no such file.
  /// - Throws: `TasksError` as `contents(of:)` does, and with `invalidArgumentError` for a file without labels.
  package func labels(
    of tensor: TensorMetadata, kind: AssociatedFile.Kind = .tensorAxisLabels, locale: String? = nil
  ) throws(TasksError) -> [String]? {
    guard let file = tensor.associatedFile(kind, locale: locale) else { return nil }
    let lines = LabelLines.split(try contents(of: file))
    guard !lines.isEmpty else {
      throw TasksError.invalidArgument(
        "The label file \(file.name) of the model is empty; a line for each class is needed.")
    }
    return lines
  }
}
