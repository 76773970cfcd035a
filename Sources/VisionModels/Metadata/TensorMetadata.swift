import VisionCore

/// The metadata of an input or output.
package struct TensorMetadata: Sendable, Hashable {
  /// The tensor's name in the metadata, which is its role (`score`, `location`); empty when it has none.
  package let name: String
  package let description: String?
  package let content: TensorContent?
  /// The steps before or after it, at most one of each kind.
  package let processUnits: [ProcessUnit]
  package let associatedFiles: [AssociatedFile]

  package var normalization: Normalization? {
    for case .normalization(let options) in processUnits { return options }
    return nil
  }

  package var scoreCalibration: ScoreCalibration? {
    for case .scoreCalibration(let options) in processUnits { return options }
    return nil
  }

  package var scoreThreshold: Float? {
    for case .scoreThresholding(let threshold) in processUnits { return threshold }
    return nil
  }

  package var boundingBox: BoundingBoxProperties? {
    if case .boundingBox(let properties) = content { return properties }
    return nil
  }

  /// In any language or in the given one.
  package func associatedFile(_ kind: AssociatedFile.Kind, locale: String? = nil) -> AssociatedFile? {
    associatedFiles.first { $0.kind == kind && (locale == nil || $0.locale == locale) }
  }
}

package enum TensorContent: Sendable, Hashable {
  /// Values without a further meaning, such as scores.
  case feature
  case image(ColorSpace)
  case boundingBox(BoundingBoxProperties)
  /// A kind that vision models do not have, with its number in the metadata schema.
  case other(kind: UInt8)
}

/// The meaning of an image's channels, with the numbers of the metadata schema.
package enum ColorSpace: Int8, Sendable {
  /// Not said, or newer than this list.
  case unknown = 0
  case rgb = 1
  case grayscale = 2
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
}

extension TensorMetadata {
  init(_ table: FlatBufferTable) throws(TasksError) {
    let name = try table.text(MetadataSchema.Tensor.name) ?? ""
    let units = try Optional(table).list(MetadataSchema.Tensor.processUnits, ProcessUnit.init)
    guard Set(units.map(\.kind)).count == units.count else {
      throw TasksError.invalidArgument(
        "The metadata gives tensor \(name) two process units of one kind; one is allowed.")
    }
    self.init(
      name: name, description: try table.text(MetadataSchema.Tensor.description),
      content: try table.table(MetadataSchema.Tensor.content).flatMap(TensorContent.init), processUnits: units,
      associatedFiles: try Optional(table).list(MetadataSchema.Tensor.associatedFiles, AssociatedFile.init))
  }
}

extension TensorContent {
  init?(_ table: FlatBufferTable) throws(TasksError) {
    let kind = try table.integer(MetadataSchema.Content.kind, absent: UInt8(0))
    let properties = try table.table(MetadataSchema.Content.properties)
    switch (kind, properties) {
    case (0, _): return nil
    case (1, _): self = .feature
    case (2, let properties?):
      let colorSpace = try properties.integer(MetadataSchema.Image.colorSpace, absent: Int8(0))
      self = .image(ColorSpace(rawValue: colorSpace) ?? .unknown)
    case (3, let properties?): self = .boundingBox(try BoundingBoxProperties(properties))
    default: self = .other(kind: kind)
    }
  }
}

extension BoundingBoxProperties {
  init(_ table: FlatBufferTable) throws(TasksError) {
    index = try table.integers(MetadataSchema.BoundingBox.index, as: UInt32.self).map(Int.init)
    layout = Layout(rawValue: try table.integer(MetadataSchema.BoundingBox.type, absent: 0)) ?? .unknown
    let number = try table.integer(MetadataSchema.BoundingBox.coordinates, absent: Int8(0))
    guard let coordinates = Coordinates(rawValue: number) else {
      throw TasksError.invalidArgument("The metadata gives boxes coordinates of type \(number); known are 0 and 1.")
    }
    self.coordinates = coordinates
  }
}
