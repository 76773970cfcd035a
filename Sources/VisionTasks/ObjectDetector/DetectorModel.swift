import VisionErrors
import VisionModels

/// A detector's model file, checked to be one: an image in, two or four outputs, and metadata that says what they mean.
struct DetectorModel {
  /// The name in messages.
  let name: String
  let file: TFLiteModel
  let metadata: ModelMetadata

  /// - Throws: `TasksError` with `invalidArgumentError` for a file that is no detector or has no metadata, and the errors of
  ///   reading it.
  init(path: String) throws {
    let data = try ModelData(contentsOfFile: path)
    let name = TensorModel.name(ofFile: path)
    let file = try TensorModel.naming(name) {
      do {
        return try TFLiteModel(data)
      } catch let error as TasksError {
        guard let members = try? TaskBundle(data).memberNames else { throw error }
        throw TasksError.invalidArgument(
          "it is a task bundle (\(members.joined(separator: ", "))); the object detector takes a single .tflite model.")
      }
    }
    guard file.outputs.count == 2 || file.outputs.count == 4 else {
      throw TasksError.invalidArgument(
        "Model \(name) has \(file.outputs.count.counted("output")) and is no object detector; those have 2 (raw boxes and scores) or 4 "
          + "(boxes, classes, scores and their number). `vision models info \(path)` shows what it has.")
    }
    guard let metadata = file.metadata else {
      throw TasksError.invalidArgument(
        "Model \(name) has no metadata, which says how its boxes are laid out and what its classes are called. Take the same "
          + "model with metadata, or add a TFLITE_METADATA entry (TensorFlow Lite Support's metadata writer for object "
          + "detectors does it). `vision models info \(path)` shows what there is.")
    }
    guard metadata.outputs.count == file.outputs.count else {
      throw TasksError.invalidArgument(
        "Model \(name) has \(file.outputs.count.counted("output")), but its metadata describes \(metadata.outputs.count); it has to "
          + "describe each. `vision models info \(path)` shows them.")
    }
    self.name = name
    self.file = file
    self.metadata = metadata
  }

  /// Whether boxes and scores come raw, to be decoded and thinned out here.
  var isRaw: Bool { file.outputs.count == 2 }

  /// The positions of the outputs: boxes and scores of raw ones, else boxes, classes, scores and their number.
  var outputPositions: [Int] {
    isRaw ? positions(of: "location", "score") : positions(of: "location", "category", "score", "number of detections")
  }

  /// The classes' names.
  ///
  /// - Parameter locale: The language of the display names.
  /// - Returns: The names, empty where the model has none.
  /// - Throws: As `ClassLabels`, and `TasksError` with `notFoundError` for a label file that is missing.
  func classLabels(locale: String = "en") throws -> ClassLabels {
    // Raw scores have a place for each class; finished outputs have its number.
    try ClassLabels(
      of: metadata.outputs[outputPositions[1]], in: metadata, kind: isRaw ? .tensorAxisLabels : .tensorValueLabels,
      locale: locale, model: name)
  }

  /// The positions of the outputs with the given roles: by their names in the metadata, or in this order when one of the names
  /// is missing.
  private func positions(of roles: String...) -> [Int] {
    let positions = roles.compactMap { role in metadata.outputs.firstIndex { $0.name == role } }
    return positions.count == roles.count ? positions : Array(roles.indices)
  }
}
