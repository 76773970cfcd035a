// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The faces that `FaceDetector` detected in one image.
public final class FaceDetectorResult: TaskResult, @unchecked Sendable {
  /// The faces, best first. Each has one category without a name, and six keypoints in fractions of the stored image:
  /// right eye, left eye, nose tip, mouth, right ear, left ear.
  ///
  /// Boxes are in whole pixels of the stored image, as those of `ObjectDetectorResult`.
  public let detections: [Detection]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - detections: The faces, best first.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(detections: [Detection], timestampInMilliseconds: Int) {
    self.detections = detections
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension FaceDetectorResult: TaskOutput {
  package static let format = OutputFormat(
    task: "face-detect", title: "FaceDetectorResult", subject: .face, parts: [BoxesFormat.faces])

  package var parts: [any OutputPart] {
    guard let ids = assignedTrackingIDs else { return [BoxesPart(.faces, detections.map { OutputBox($0) })] }
    return [BoxesPart(BoxesFormat.faces.tracked, zip(detections, ids).map { OutputBox($0, trackingID: $1) })]
  }
}

extension FaceDetectorResult: Codable {
  /// Decodes the output of `encode(to:)`, and a line that `vision face-detect --json` writes.
  ///
  /// - Throws: `DecodingError` when `detections` is missing.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let faces = try json.part(BoxesFormat.faces).boxes
    self.init(detections: faces.map(\.detection), timestampInMilliseconds: json.time ?? 0)
    if faces.contains(where: { $0.trackingID != nil }) { assign(trackingIDs: faces.map(\.trackingID)) }
    json.complete(self)
  }

  /// Writes `timestampMs` and `detections`, as `vision face-detect --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws { try encodeParts(to: encoder) }
}

extension FaceDetectorResult: TrackableResult {
  package static var trackerOptions: ObjectTrackerOptions { .faces }

  package func observations(in image: ImageBuffer) -> [ObjectObservation] {
    detections.map { face in
      var observation = ObjectObservation(face)
      observation.landmarks = (face.keypoints ?? []).map {
        SIMD2(Double($0.location.x) * Double(image.width), Double($0.location.y) * Double(image.height))
      }
      return observation
    }
  }
}
