/// The calibration of scores; each class's parameters are in an associated file of kind `scoreCalibration`.
public struct ScoreCalibration: Sendable, Hashable {
  /// The transformation of a score before its class's parameters apply, with the numbers of the metadata schema.
  public enum Transformation: Int8, Sendable {
    /// Nothing.
    case identity = 0
    /// Its natural logarithm.
    case log = 1
    /// `log(score) - log(1 - score)`.
    case inverseLogistic = 2
  }

  /// The first transformation of a score.
  public let transformation: Transformation
  /// The score of classes without parameters, and of scores below a class's minimum.
  public let defaultScore: Float

  /// Makes a calibration.
  public init(transformation: Transformation, defaultScore: Float) {
    self.transformation = transformation
    self.defaultScore = defaultScore
  }
}
