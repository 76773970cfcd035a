import VisionCore

/// A step before a model's input or after its output.
package enum ProcessUnit: Sendable, Hashable {
  case normalization(Normalization)
  case scoreCalibration(ScoreCalibration)
  /// Scores below this are dropped.
  case scoreThresholding(threshold: Float)
  /// A step that vision models do not have, with its number in the metadata schema.
  case other(kind: UInt8)
}

/// The conversion of bytes to a floating-point input: `(byte - mean) / standardDeviation`, with one pair for all
/// channels or one for each; never empty.
package struct Normalization: Sendable, Hashable {
  package let mean: [Float]
  /// As many standard deviations as means. They may be zero: check before dividing.
  package let standardDeviation: [Float]
}

/// The calibration of scores, with each class's parameters in a file of kind `scoreCalibration`.
package struct ScoreCalibration: Sendable, Hashable {
  /// Applied before the class's parameters, with the numbers of the metadata schema.
  package enum Transformation: Int8, Sendable {
    case identity = 0
    case log = 1
    /// `log(score) - log(1 - score)`.
    case inverseLogistic = 2
  }

  package let transformation: Transformation
  /// The score of classes without parameters, and of scores below a class's minimum.
  package let defaultScore: Float

  package init(transformation: Transformation, defaultScore: Float) {
    self.transformation = transformation
    self.defaultScore = defaultScore
  }
}

extension ProcessUnit {
  init(_ table: FlatBufferTable) throws(TasksError) {
    let kind = try table.integer(MetadataSchema.ProcessUnit.kind, absent: UInt8(0))
    guard (1...3).contains(kind) else {
      self = .other(kind: kind)
      return
    }
    guard let options = try table.table(MetadataSchema.ProcessUnit.options) else {
      throw table.buffer.damaged("process unit \(kind) has no options")
    }
    switch kind {
    case 1: self = .normalization(try Normalization(options))
    case 2: self = .scoreCalibration(try ScoreCalibration(options))
    default:
      let threshold = try options.float(MetadataSchema.ScoreThresholding.threshold, absent: 0)
      guard !threshold.isNaN else {
        throw TasksError.invalidArgument("The metadata's score threshold is \(threshold); any number is allowed.")
      }
      self = .scoreThresholding(threshold: threshold)
    }
  }

  var kind: UInt8 {
    switch self {
    case .normalization: 1
    case .scoreCalibration: 2
    case .scoreThresholding: 3
    case .other(let kind): kind
    }
  }
}

extension Normalization {
  init(_ table: FlatBufferTable) throws(TasksError) {
    mean = try table.floats(MetadataSchema.Normalization.mean)
    standardDeviation = try table.floats(MetadataSchema.Normalization.standardDeviation)
    guard !mean.isEmpty, mean.count == standardDeviation.count else {
      throw TasksError.invalidArgument(
        "The metadata's normalization has \(mean.count.counted("mean")) and \(standardDeviation.count.counted("standard deviation")); "
          + "as many of both, at least one, are allowed.")
    }
  }
}

extension ScoreCalibration {
  init(_ table: FlatBufferTable) throws(TasksError) {
    let number = try table.integer(MetadataSchema.ScoreCalibration.transformation, absent: Int8(0))
    guard let transformation = Transformation(rawValue: number) else {
      throw TasksError.invalidArgument("The metadata's score calibration is of type \(number); known are 0, 1 and 2.")
    }
    self.transformation = transformation
    defaultScore = try table.float(MetadataSchema.ScoreCalibration.defaultScore, absent: 0)
  }
}
