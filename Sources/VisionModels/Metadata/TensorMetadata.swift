import VisionCore

/// The metadata of an input or output.
package struct TensorMetadata: Sendable, Hashable {
  /// The tensor's name in the metadata, which is its role (`score`, `location`); empty when it has none.
  package let name: String
  package let description: String?
  /// Of an image; nil for tensors with another content.
  package let colorSpace: ColorSpace?
  /// Of boxes; nil for tensors with another content.
  package let boundingBox: BoundingBoxProperties?
  package private(set) var normalization: Normalization?
  package private(set) var scoreCalibration: ScoreCalibration?
  /// Scores below this are dropped.
  package private(set) var scoreThreshold: Float?
  package let associatedFiles: [AssociatedFile]

  init(_ table: FlatBufferTable) throws(TasksError) {
    name = try table.text(MetadataSchema.Tensor.name) ?? ""
    description = try table.text(MetadataSchema.Tensor.description)
    let content = try table.table(MetadataSchema.Tensor.content)
    colorSpace = try content.flatMap(ColorSpace.init(_:))
    boundingBox = try content.flatMap(BoundingBoxProperties.init(_:))
    associatedFiles = try table.tables(MetadataSchema.Tensor.associatedFiles).map(AssociatedFile.init)
    var kinds: Set<UInt8> = []
    for unit in try table.tables(MetadataSchema.Tensor.processUnits) {
      let kind = try unit.integer(MetadataSchema.ProcessUnit.kind, absent: UInt8(0))
      guard kinds.insert(kind).inserted else {
        throw .invalidArgument("The metadata gives tensor \(name) two process units of one kind; one is allowed.")
      }
      // Vision models have no other steps.
      guard (1...3).contains(kind) else { continue }
      guard let options = try unit.table(MetadataSchema.ProcessUnit.options) else {
        throw table.buffer.damaged("process unit \(kind) has no options")
      }
      switch kind {
      case 1: normalization = try Normalization(options)
      case 2: scoreCalibration = try ScoreCalibration(options)
      default:
        let threshold = try options.float(MetadataSchema.ScoreThresholding.threshold, absent: 0)
        guard !threshold.isNaN else {
          throw .invalidArgument("The metadata's score threshold is \(threshold); any number is allowed.")
        }
        scoreThreshold = threshold
      }
    }
  }

  /// In any language or in the given one.
  package func associatedFile(_ kind: AssociatedFile.Kind, locale: String? = nil) -> AssociatedFile? {
    associatedFiles.first { $0.kind == kind && (locale == nil || $0.locale == locale) }
  }
}

/// The meaning of an image's channels, with the numbers of the metadata schema.
package enum ColorSpace: Int8, Sendable {
  /// Not said, or newer than this list.
  case unknown = 0
  case rgb = 1
  case grayscale = 2

  /// Nil for a tensor's content of another kind.
  fileprivate init?(_ content: FlatBufferTable) throws(TasksError) {
    guard try content.integer(MetadataSchema.Content.kind, absent: UInt8(0)) == 2,
      let table = try content.table(MetadataSchema.Content.properties)
    else { return nil }
    self = ColorSpace(rawValue: try table.integer(MetadataSchema.Image.colorSpace, absent: 0)) ?? .unknown
  }
}

/// How the four numbers of a box are laid out in a tensor.
package struct BoundingBoxProperties: Sendable, Hashable {
  /// What the four numbers are, with the numbers of the metadata schema.
  package enum Layout: Int8, Sendable {
    /// Not said, or newer than this list.
    case unknown = 0
    /// Left, top, right, bottom.
    case boundaries = 1
    /// Left, top, width, height.
    case upperLeft = 2
    /// Centre x, centre y, width, height.
    case center = 3
  }

  /// What the numbers count, with the numbers of the metadata schema.
  package enum Coordinates: Int8, Sendable {
    /// Fractions of the input's width and height.
    case ratio = 0
    case pixel = 1
  }

  /// Where each number of the layout stands among the four: `[1, 0, 3, 2]` for top, left, bottom, right. Taken from the
  /// file unchecked; may be empty.
  package let index: [Int]
  package let layout: Layout
  package let coordinates: Coordinates

  /// Nil for a tensor's content of another kind.
  fileprivate init?(_ content: FlatBufferTable) throws(TasksError) {
    guard try content.integer(MetadataSchema.Content.kind, absent: UInt8(0)) == 3,
      let table = try content.table(MetadataSchema.Content.properties)
    else { return nil }
    index = try table.integers(MetadataSchema.BoundingBox.index, as: UInt32.self).map(Int.init)
    layout = Layout(rawValue: try table.integer(MetadataSchema.BoundingBox.type, absent: 0)) ?? .unknown
    let number = try table.integer(MetadataSchema.BoundingBox.coordinates, absent: Int8(0))
    guard let coordinates = Coordinates(rawValue: number) else {
      throw .invalidArgument("The metadata gives boxes coordinates of type \(number); known are 0 and 1.")
    }
    self.coordinates = coordinates
  }
}

/// The conversion of bytes to a floating-point input: `(byte - mean) / standardDeviation`, with one pair for all
/// channels or one for each; never empty.
package struct Normalization: Sendable, Hashable {
  package let mean: [Float]
  /// As many standard deviations as means. They may be zero: check before dividing.
  package let standardDeviation: [Float]
}

extension Normalization {
  fileprivate init(_ table: FlatBufferTable) throws(TasksError) {
    mean = try table.floats(MetadataSchema.Normalization.mean)
    standardDeviation = try table.floats(MetadataSchema.Normalization.standardDeviation)
    guard !mean.isEmpty, mean.count == standardDeviation.count else {
      throw TasksError.invalidArgument(
        "The metadata's normalization has \(mean.count.counted("mean")) and \(standardDeviation.count.counted("standard deviation")); "
          + "as many of both, at least one, are allowed.")
    }
  }
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
    (self.transformation, self.defaultScore) = (transformation, defaultScore)
  }

  fileprivate init(_ table: FlatBufferTable) throws(TasksError) {
    let number = try table.integer(MetadataSchema.ScoreCalibration.transformation, absent: Int8(0))
    guard let transformation = Transformation(rawValue: number) else {
      throw .invalidArgument("The metadata's score calibration is of type \(number); known are 0, 1 and 2.")
    }
    self.transformation = transformation
    defaultScore = try table.float(MetadataSchema.ScoreCalibration.defaultScore, absent: 0)
  }
}
