// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The hands that `GestureRecognizer` detected in one image, and their gestures.
///
/// The four arrays have one element per hand, in the same order; all are empty without a hand.
public final class GestureRecognizerResult: TaskResult, @unchecked Sendable {
  /// The gestures of each hand, the recognized one first; empty when no category passed the classifier options.
  ///
  /// The other gestures of the same classifier follow, best first, up to `ClassifierOptions.maxResults`; those of the
  /// other classifier are last. The categories' index is always -1.
  public let gestures: [[ResultCategory]]
  /// The handedness of each hand: one category, `Left` or `Right`, with a score in 0.5...1.
  public let handedness: [[ResultCategory]]
  /// The 21 landmarks of each hand, in fractions of the stored image's width and height; see `HandLandmark`.
  public let landmarks: [[NormalizedLandmark]]
  /// The 21 world landmarks of each hand, in metres; the origin is the hand's geometric centre.
  public let worldLandmarks: [[Landmark]]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - gestures: The gesture categories of each hand.
  ///   - handedness: The handedness categories of each hand.
  ///   - landmarks: The landmarks of each hand, in fractions of the image.
  ///   - worldLandmarks: The world landmarks of each hand, in metres.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]], timestampInMilliseconds: Int
  ) {
    (self.gestures, self.handedness, self.landmarks) = (gestures, handedness, landmarks)
    self.worldLandmarks = worldLandmarks
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension GestureRecognizerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "gesture", title: "GestureRecognizerResult", subject: .hand,
    parts: [CategoriesFormat.handedness, CategoriesFormat.gestures, LandmarksFormat.hand])

  package var parts: [any OutputPart] {
    [
      CategoriesPart(.handedness, handedness), CategoriesPart(.gestures, gestures),
      LandmarksPart(.hand, landmarks: landmarks, worldLandmarks: worldLandmarks, trackingIDs: assignedTrackingIDs),
    ]
  }
}

extension CategoriesFormat {
  package static let gestures = CategoriesFormat(
    key: "gestures", title: "Gestures", showsIndex: false, missingText: "No gesture")
}

extension GestureRecognizerResult: Decodable {
  /// Decodes the output of `encode(to:)`, and a line that `vision gesture --json` writes.
  ///
  /// - Throws: `DecodingError` for a missing list and for lists of different lengths.
  public convenience init(from decoder: any Decoder) throws {
    let json = try OutputDecoder(decoder)
    let hands = try json.part(LandmarksFormat.hand)
    self.init(
      gestures: try json.part(CategoriesFormat.gestures, count: hands.count).lists,
      handedness: try json.part(CategoriesFormat.handedness, count: hands.count).lists,
      landmarks: hands.landmarks, worldLandmarks: hands.worldLandmarks, timestampInMilliseconds: json.time ?? 0)
    assign(trackingIDs: hands.trackingIDs)
    json.complete(self)
  }
}

extension GestureRecognizerResult: TrackableResult {
  package static var trackerOptions: ObjectTrackerOptions { .hands }

  package func observations(in image: ImageBuffer) -> [ObjectObservation] {
    landmarks.observations(in: image, classes: handedness)
  }
}
