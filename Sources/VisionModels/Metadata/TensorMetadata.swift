/// The metadata of an input or output.
public struct TensorMetadata: Sendable, Hashable {
  /// The tensor's name in the metadata, which is its role (`score`, `location`); empty when it has none.
  public let name: String
  /// A description, for a person.
  public let description: String?
  /// The kind of its content; nil when unknown.
  public let content: TensorContent?
  /// The steps before or after it, at most one of each kind.
  public let processUnits: [ProcessUnit]
  /// The files that belong to it, in the order of the metadata.
  public let associatedFiles: [AssociatedFile]

  /// The normalization among the steps.
  public var normalization: Normalization? {
    for case .normalization(let options) in processUnits { return options }
    return nil
  }

  /// The score calibration among the steps.
  public var scoreCalibration: ScoreCalibration? {
    for case .scoreCalibration(let options) in processUnits { return options }
    return nil
  }

  /// The score threshold among the steps.
  public var scoreThreshold: Float? {
    for case .scoreThresholding(let threshold) in processUnits { return threshold }
    return nil
  }

  /// The layout of the boxes when the tensor holds boxes.
  public var boundingBox: BoundingBoxProperties? {
    if case .boundingBox(let properties) = content { return properties }
    return nil
  }

  /// The first file of a kind, in any language or in the given one.
  public func associatedFile(_ kind: AssociatedFile.Kind, locale: String? = nil) -> AssociatedFile? {
    associatedFiles.first { $0.kind == kind && (locale == nil || $0.locale == locale) }
  }
}
