// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The people that `PoseLandmarker` detected in one image.
///
/// The arrays have one element per person, in the same order; all are empty without a person.
public final class PoseLandmarkerResult: TaskResult, @unchecked Sendable {
  /// The 33 landmarks of each person, in fractions of the stored image's width and height, with visibility and
  /// presence.
  public let landmarks: [[NormalizedLandmark]]
  /// The 33 world landmarks of each person, in metres; the origin is the midpoint of the hips.
  public let worldLandmarks: [[Landmark]]
  /// The mask of each person: the probability of each pixel, 0...1; empty when masks were not requested.
  public let segmentationMasks: [Mask]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks of each person, in fractions of the image.
  ///   - worldLandmarks: The world landmarks of each person, in metres.
  ///   - segmentationMasks: The mask of each person; nil or empty without masks.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], segmentationMasks: [Mask]?,
    timestampInMilliseconds: Int
  ) {
    (self.landmarks, self.worldLandmarks) = (landmarks, worldLandmarks)
    self.segmentationMasks = segmentationMasks ?? []
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension PoseLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "pose", title: "PoseLandmarkerResult", subject: .person,
    parts: [LandmarksFormat.pose, MasksFormat.segmentation])

  package var parts: [any OutputPart] {
    [
      LandmarksPart(.pose, landmarks: landmarks, worldLandmarks: worldLandmarks, trackingIDs: assignedTrackingIDs),
      MasksPart(.segmentation, segmentationMasks),
    ]
  }
}

extension PoseLandmarkerResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision pose --json` writes without `--segmentation-masks`.
  ///
  /// - Throws: `DecodingError` for a missing list, lists of different lengths, a mask that is a file name, and a mask
  ///   whose size does not match its values.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let people = try json.part(LandmarksFormat.pose)
    self.init(
      landmarks: people.landmarks, worldLandmarks: people.worldLandmarks,
      segmentationMasks: try json.part(MasksFormat.segmentation).masks, timestampInMilliseconds: json.time ?? 0)
    assign(trackingIDs: people.trackingIDs)
    json.complete(self)
  }
}

extension PoseLandmarkerResult: TrackableResult {
  package static var trackerOptions: ObjectTrackerOptions { .people }
  package func observations(in image: ImageBuffer) -> [ObjectObservation] { landmarks.observations(in: image) }
}
