/// The metadata of an input or output.
package struct TensorMetadata: Sendable, Hashable {
  /// The tensor's name in the metadata, which is its role (`score`, `location`); empty when it has none.
  package let name: String
  /// A description, for a person.
  package let description: String?
  /// The kind of its content; nil when unknown.
  package let content: TensorContent?
  /// The steps before or after it, at most one of each kind.
  package let processUnits: [ProcessUnit]
  /// The files that belong to it, in the order of the metadata.
  package let associatedFiles: [AssociatedFile]

  /// The normalization among the steps.
  package var normalization: Normalization? {
    for case .normalization(let options) in processUnits { return options }
    return nil
  }

  /// The score calibration among the steps.
  package var scoreCalibration: ScoreCalibration? {
    for case .scoreCalibration(let options) in processUnits { return options }
    return nil
  }

  /// The score threshold among the steps.
  package var scoreThreshold: Float? {
    for case .scoreThresholding(let threshold) in processUnits { return threshold }
    return nil
  }

  /// The layout of the boxes when the tensor holds boxes.
  package var boundingBox: BoundingBoxProperties? {
    if case .boundingBox(let properties) = content { return properties }
    return nil
  }

  /// The first file of a kind, in any language or in the given one.
  package func associatedFile(_ kind: AssociatedFile.Kind, locale: String? = nil) -> AssociatedFile? {
    associatedFiles.first { $0.kind == kind && (locale == nil || $0.locale == locale) }
  }
}

/// Tensors that belong together, such as the boxes, classes and scores of detections.
package struct TensorGroup: Sendable, Hashable {
  /// The group's name.
  package let name: String
  /// The names of the tensors as the metadata gives them.
  package let tensorNames: [String]
}
