import VisionErrors
import VisionModels
import VisionPerception

extension ScoreCalibrator {
  /// Reads the calibration of an output; nil for one without.
  ///
  /// - Parameters:
  ///   - scores: The metadata of the output with the scores.
  ///   - metadata: The metadata of the model, which holds the file with the parameters.
  ///   - model: The model's name in messages.
  /// - Throws: `TasksError` with `notFoundError` for a calibration without its file and `invalidArgumentError` for a damaged one.
  init?(of scores: TensorMetadata, in metadata: ModelMetadata, model: String) throws {
    guard let calibration = scores.scoreCalibration else { return nil }
    guard let file = scores.associatedFile(.scoreCalibration) else {
      throw TasksError.notFound("Model \(model) asks for score calibration, but names no file with its parameters.")
    }
    let lines = LabelLines.split(try metadata.contents(of: file))
    self = try TensorModel.naming(model) { try ScoreCalibrator(calibration, lines: lines) }
  }
}
