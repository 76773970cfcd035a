import Foundation

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
  /// The 21 world landmarks of each hand, in meters; the origin is the hand's geometric center.
  public let worldLandmarks: [[Landmark]]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - gestures: The gesture categories of each hand.
  ///   - handedness: The handedness categories of each hand.
  ///   - landmarks: The landmarks of each hand, in fractions of the image.
  ///   - worldLandmarks: The world landmarks of each hand, in meters.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]], timestampInMilliseconds: Int
  ) {
    self.gestures = gestures
    self.handedness = handedness
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Whether the other object is a result with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? GestureRecognizerResult else { return false }
    return other.gestures == gestures && other.handedness == handedness && other.landmarks == landmarks
      && other.worldLandmarks == worldLandmarks
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(time)
    hasher.combine(gestures)
    hasher.combine(handedness)
    hasher.combine(landmarks)
    hasher.combine(worldLandmarks)
    return hasher.finalize()
  }

  /// The hands with their gesture and side, such as `1 hand: Thumb_Up 0.81, Left 0.95`.
  public override var description: String {
    ResultText.list(
      landmarks.indices.map { hand in
        ResultText.categories(gestures, handedness, of: hand)
      }, one: "hand", several: "hands")
  }

  /// All values.
  public override var debugDescription: String {
    "GestureRecognizerResult(" + "gestures: \(gestures), "
      + "handedness: \(handedness), "
      + "landmarks: \(landmarks), "
      + "worldLandmarks: \(worldLandmarks), "
      + "timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}
