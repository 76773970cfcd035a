import VisionCore
import VisionModels
import VisionPerception

extension ScoreCalibrator {
  /// Reads the score calibration of an output; nil when it has none.
  ///
  /// - Parameters:
  ///   - scores: The metadata of the output with the scores.
  ///   - metadata: The model's metadata, which contains the parameter file.
  ///   - model: The model's name in error messages.
  /// - Throws: `TasksError` with `notFoundError` for a missing calibration file and `invalidArgumentError` for a
  ///   damaged one.
  init?(of scores: TensorMetadata, in metadata: ModelMetadata, model: String) throws {
    guard let calibration = scores.scoreCalibration else { return nil }
    guard let file = scores.associatedFile(.scoreCalibration) else {
      throw TasksError.notFound("Model \(model) asks for score calibration, but names no file with its parameters.")
    }
    self = try TensorModel.naming(model) {
      try ScoreCalibrator(calibration, lines: LabelLines.split(metadata.contents(of: file), of: file.name))
    }
  }
}
