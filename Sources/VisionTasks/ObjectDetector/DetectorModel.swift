import VisionCore
import VisionModels

/// A verified detector model: two or four outputs, with metadata for each.
struct DetectorModel {
  /// The name in error messages.
  let name: String
  let file: ModelFile
  let metadata: ModelMetadata

  /// - Throws: `TasksError` with `invalidArgumentError` for a file that is no detector or has no metadata; the errors
  ///   of reading the file.
  init(path: String) throws {
    let name = TensorModel.name(ofFile: path)
    let file = try TensorModel.singleModel(at: path, for: "object detector")
    guard file.outputs.count == 2 || file.outputs.count == 4 else {
      throw TasksError.invalidArgument(
        "Model \(name) has \(file.outputs.count.counted("output")) and is no object detector; those have 2 (raw boxes and scores) or 4 "
          + "(boxes, classes, scores and their number). `vision models info \(path)` shows what it has.")
    }
    guard let metadata = file.metadata else {
      throw TasksError.invalidArgument(
        "Model \(name) has no metadata, which defines the layout of its boxes and its class names. Use the same "
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

  /// Whether boxes and scores are raw: decoding and NMS are done here, not in the model.
  var isRaw: Bool { file.outputs.count == 2 }

  /// The indices of the outputs: boxes and scores of a raw detector; otherwise boxes, classes, scores and their number.
  var outputPositions: [Int] {
    isRaw ? positions(of: "location", "score") : positions(of: "location", "category", "score", "number of detections")
  }

  /// Reads the class names.
  ///
  /// - Parameter locale: The locale of the display names.
  /// - Returns: The names; empty when the model has none.
  /// - Throws: The errors of `ClassLabels`; `TasksError` with `notFoundError` for a missing label file.
  func classLabels(locale: String = "en") throws -> ClassLabels {
    // Raw scores have an axis of classes; post-processed outputs have class indices as values.
    let classCount =
      try isRaw
      ? file.outputs[outputPositions[1]].shape.last
      : file.customOption("num_classes", ofOperator: "TFLite_Detection_PostProcess")
    return try ClassLabels(
      of: metadata.outputs[outputPositions[1]], in: metadata, kind: isRaw ? .tensorAxisLabels : .tensorValueLabels,
      locale: locale, model: name, classCount: classCount)
  }

  /// The indices of the outputs with these names in the metadata; if a name is missing, the order of the arguments.
  private func positions(of roles: String...) -> [Int] {
    let positions = roles.compactMap { role in metadata.outputs.firstIndex { $0.name == role } }
    return positions.count == roles.count ? positions : Array(roles.indices)
  }
}
