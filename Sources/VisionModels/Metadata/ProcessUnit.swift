/// A step before a model's input or after its output.
package enum ProcessUnit: Sendable, Hashable {
  /// Bytes are converted to floating-point values.
  case normalization(Normalization)
  /// Scores are calibrated.
  case scoreCalibration(ScoreCalibration)
  /// Scores below this are dropped.
  case scoreThresholding(threshold: Float)
  /// A step that vision models do not have, with its number in the metadata schema.
  case other(kind: UInt8)
}

/// The conversion of bytes to a floating-point input: `(byte - mean) / standardDeviation`.
package struct Normalization: Sendable, Hashable {
  /// One mean for all channels, or one for each channel; never empty.
  package let mean: [Float]
  /// As many standard deviations as means. They may be zero: check before dividing.
  package let standardDeviation: [Float]
}

/// The calibration of scores; each class's parameters are in an associated file of kind `scoreCalibration`.
package struct ScoreCalibration: Sendable, Hashable {
  /// The transformation of a score before its class's parameters apply, with the numbers of the metadata schema.
  package enum Transformation: Int8, Sendable {
    /// Nothing.
    case identity = 0
    /// Its natural logarithm.
    case log = 1
    /// `log(score) - log(1 - score)`.
    case inverseLogistic = 2
  }

  /// The first transformation of a score.
  package let transformation: Transformation
  /// The score of classes without parameters, and of scores below a class's minimum.
  package let defaultScore: Float

  /// Makes a calibration.
  package init(transformation: Transformation, defaultScore: Float) {
    self.transformation = transformation
    self.defaultScore = defaultScore
  }
}
