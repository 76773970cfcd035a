// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The hands that `HandLandmarker` detected in one image.
///
/// The three arrays have one element per hand, in the same order; all are empty without a hand.
public final class HandLandmarkerResult: TaskResult, @unchecked Sendable {
  /// The 21 landmarks of each hand, in fractions of the stored image's width and height; see `HandLandmark`.
  public let landmarks: [[NormalizedLandmark]]
  /// The 21 world landmarks of each hand, in metres; the origin is the hand's geometric centre.
  public let worldLandmarks: [[Landmark]]
  /// The handedness of each hand: one category, `Left` or `Right`, with a score in 0.5...1.
  public let handedness: [[ResultCategory]]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks of each hand, in fractions of the image.
  ///   - worldLandmarks: The world landmarks of each hand, in metres.
  ///   - handedness: The handedness categories of each hand.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
    timestampInMilliseconds: Int
  ) {
    (self.landmarks, self.worldLandmarks, self.handedness) = (landmarks, worldLandmarks, handedness)
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension HandLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "hand", title: "HandLandmarkerResult", subject: .hand,
    parts: [CategoriesFormat.handedness, LandmarksFormat.hand])

  package var parts: [any OutputPart] {
    [
      CategoriesPart(.handedness, handedness),
      LandmarksPart(.hand, landmarks: landmarks, worldLandmarks: worldLandmarks, trackingIDs: assignedTrackingIDs),
    ]
  }
}

extension CategoriesFormat {
  package static let handedness = CategoriesFormat(
    key: "handedness", title: "Handedness", impliesDisplayName: true, label: .name)
}

extension HandLandmarkerResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision hand --json` writes.
  ///
  /// - Throws: `DecodingError` for a missing list and for lists of different lengths.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let hands = try json.part(LandmarksFormat.hand)
    self.init(
      landmarks: hands.landmarks, worldLandmarks: hands.worldLandmarks,
      handedness: try json.part(CategoriesFormat.handedness, count: hands.count).lists,
      timestampInMilliseconds: json.time ?? 0)
    assign(trackingIDs: hands.trackingIDs)
    json.complete(self)
  }
}

extension HandLandmarkerResult: TrackableResult {
  package static var trackerOptions: ObjectTrackerOptions { .hands }

  package func observations(in image: ImageBuffer) -> [ObjectObservation] {
    landmarks.observations(in: image, classes: handedness)
  }
}
