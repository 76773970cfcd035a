import VisionResults

extension ObjectDetectorResult: TaskOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectDetectorResult", subject: .object, boxes: .detections)

  /// The detections as boxes.
  package var parts: [OutputPart] { [.boxes(BoxesPart(.detections, detections.map(OutputBox.init)))] }
}

extension BoxesFormat {
  /// Boxes with all their categories, as in the example output of MediaPipe's guide.
  package static let detections = BoxesFormat(
    title: "Detection", boxTitle: "Box", column: "detection", roundsBoxes: false,
    categories: .list(title: "Categories"),
    numbering: .place)
}

extension ObjectDetectorResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case detections
  }

  /// Decodes the output of `encode(to:)`, and a line that `vision detect --json` writes.
  ///
  /// - Throws: `DecodingError` when `detections` is missing.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let time = try TimeSnapshot(from: decoder)
    self.init(
      detections: try container.decode([Detection].self, forKey: .detections),
      timestampInMilliseconds: time.timestampInMilliseconds)
    time.complete(self)
  }

  /// Writes `timestampMs` and `detections`, as `vision detect --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(detections, forKey: .detections)
  }
}
