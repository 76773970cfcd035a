import VisionErrors
import VisionPerception

extension ObjectTrackerOptions {
  /// The settings for a detector: those for EfficientDet where it has raw outputs, as EfficientDet has, otherwise the defaults.
  ///
  /// - Parameter path: The path of a detector (`.tflite`) with metadata.
  /// - Returns: The settings.
  /// - Throws: `TasksError` with `notFoundError` for a missing file and `invalidArgumentError` for one that is no detector.
  public static func fitting(detectorAt path: String) throws -> ObjectTrackerOptions {
    try DetectorModel(path: path).isRaw ? .efficientDet : ObjectTrackerOptions()
  }
}
