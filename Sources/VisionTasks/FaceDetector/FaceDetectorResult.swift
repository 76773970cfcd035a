// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The faces that `FaceDetector` detected in one image.
///
/// Each face has one category without a name, and six keypoints in fractions of the stored image: right eye, left eye,
/// nose tip, mouth, right ear, left ear.
public final class FaceDetectorResult: DetectionsResult, @unchecked Sendable {}

extension FaceDetectorResult: TaskOutput {
  package static let format = OutputFormat(
    task: "face-detect", title: "FaceDetectorResult", subject: .face, parts: [BoxesFormat.faces])

  package var parts: [any OutputPart] { parts(.faces, tracked: .faces.tracked) }
}

extension FaceDetectorResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision face-detect --json` writes.
  ///
  /// - Throws: `DecodingError` when `detections` is missing.
  public convenience init(from decoder: any Decoder) throws { try self.init(OutputDecoder(decoder)) }
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
