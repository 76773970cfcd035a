// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The objects or faces that `ObjectDetector` or `FaceDetector` detected in one image.
public class DetectionsResult: TaskResult, @unchecked Sendable {
  /// The objects or faces, best first. If a model calibrates its scores, the order is that of the uncalibrated ones.
  ///
  /// Boxes are in whole pixels of the stored image. A box that starts outside the image is moved to its edge and keeps
  /// its size, as in MediaPipe, so its right or lower edge may lie outside. Keypoints are in fractions of the image.
  public let detections: [Detection]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - detections: The objects or faces, best first.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(detections: [Detection], timestampInMilliseconds: Int) {
    self.detections = detections
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  convenience init(_ json: OutputDecoder) throws {
    let boxes = try json.part(BoxesFormat.detections).boxes
    self.init(detections: boxes.map(\.detection), timestampInMilliseconds: json.time ?? 0)
    if boxes.contains(where: { $0.trackingID != nil }) { assign(trackingIDs: boxes.map(\.trackingID)) }
    json.complete(self)
  }

  func parts(_ format: BoxesFormat, tracked: BoxesFormat) -> [any OutputPart] {
    guard let ids = assignedTrackingIDs else { return [BoxesPart(format, detections.map { OutputBox($0) })] }
    return [BoxesPart(tracked, zip(detections, ids).map { OutputBox($0, trackingID: $1) })]
  }
}

/// The objects that `ObjectDetector` detected in one image.
public final class ObjectDetectorResult: DetectionsResult, @unchecked Sendable {}

extension ObjectDetectorResult: TaskOutput {
  package static let format = OutputFormat(
    task: "detect", title: "ObjectDetectorResult", subject: .object, parts: [BoxesFormat.detections])

  package var parts: [any OutputPart] { parts(.detections, tracked: .trackedObjects) }
}

extension BoxesFormat {
  /// Boxes with all their categories, as in the example output of MediaPipe's guide.
  package static let detections = BoxesFormat(
    title: "Detection", boxTitle: "Box", column: "detection", roundsBoxes: false,
    categories: .list(title: "Categories"), numbering: .place)
}

extension ObjectDetectorResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision detect --json` writes, with `--track` too.
  ///
  /// - Throws: `DecodingError` when `detections` is missing.
  public convenience init(from decoder: any Decoder) throws { try self.init(OutputDecoder(decoder)) }
}
