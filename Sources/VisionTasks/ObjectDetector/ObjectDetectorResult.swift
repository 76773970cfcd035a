// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The objects that `ObjectDetector` detected in one image.
public final class ObjectDetectorResult: TaskResult, @unchecked Sendable {
  /// The objects, best first. If the model calibrates its scores, the order is that of the uncalibrated scores.
  ///
  /// Boxes are in whole pixels of the stored image. A box that starts outside the image is moved to its edge and keeps
  /// its size, as in MediaPipe, so its right or lower edge may lie outside.
  public let detections: [Detection]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - detections: The objects, best first.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(detections: [Detection], timestampInMilliseconds: Int) {
    self.detections = detections
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension ObjectDetectorResult: TaskOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectDetectorResult", subject: .object, parts: [BoxesFormat.detections])

  package var parts: [any OutputPart] {
    guard let ids = assignedTrackingIDs else { return [BoxesPart(.detections, detections.map { OutputBox($0) })] }
    return [BoxesPart(.trackedObjects, zip(detections, ids).map { OutputBox($0, trackingID: $1) })]
  }
}

extension BoxesFormat {
  /// Boxes with all their categories, as in the example output of MediaPipe's guide.
  package static let detections = BoxesFormat(
    title: "Detection", boxTitle: "Box", column: "detection", roundsBoxes: false,
    categories: .list(title: "Categories"),
    numbering: .place)
}

extension ObjectDetectorResult: Codable {
  /// Decodes the output of `encode(to:)`, and a line that `vision detect --json` writes, with `--track` too.
  ///
  /// - Throws: `DecodingError` when `detections` is missing.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let boxes = try json.part(BoxesFormat.detections).boxes
    self.init(detections: boxes.map(\.detection), timestampInMilliseconds: json.time ?? 0)
    if boxes.contains(where: { $0.trackingID != nil }) { assign(trackingIDs: boxes.map(\.trackingID)) }
    json.complete(self)
  }

  /// Writes `timestampMs` and `detections`, as `vision detect --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
}
