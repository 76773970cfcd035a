/// A step before a model's input or after its output.
public enum ProcessUnit: Sendable, Hashable {
  /// Bytes are converted to floating-point values.
  case normalization(Normalization)
  /// Scores are calibrated.
  case scoreCalibration(ScoreCalibration)
  /// Scores below this are dropped.
  case scoreThresholding(threshold: Float)
  /// A step that vision models do not have, with its number in the metadata schema.
  case other(kind: UInt8)
}
