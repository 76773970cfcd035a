import Foundation

// Safe to share: final, and every property of the class and of its base is a constant of a Sendable type.
/// The hands that `GestureRecognizer` found in one image and their gestures.
///
/// The four arrays have one element a hand, in the same order; without a hand all are empty.
public final class GestureRecognizerResult: TaskResult, @unchecked Sendable {
  /// For every hand its gestures, the recognized one first; empty when no category passed the classifier options.
  ///
  /// The others follow best first, as many as `ClassifierOptions.maxResults` allows; those of the classifier that did not
  /// decide come last. The categories' index is always -1.
  public let gestures: [[ResultCategory]]
  /// For every hand one category, `Left` or `Right`, with a score in 0.5...1.
  public let handedness: [[ResultCategory]]
  /// For every hand 21 landmarks in fractions of the stored image's width and height; see `HandLandmark`.
  public let landmarks: [[NormalizedLandmark]]
  /// For every hand 21 landmarks in metres, with the hand's geometric centre as the origin.
  public let worldLandmarks: [[Landmark]]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - gestures: For every hand its gesture categories.
  ///   - handedness: For every hand its handedness categories.
  ///   - landmarks: For every hand its landmarks in fractions of the image.
  ///   - worldLandmarks: For every hand its landmarks in metres.
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

  /// Whether the other object is a result with the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? GestureRecognizerResult else { return false }
    return other.gestures == gestures && other.handedness == handedness && other.landmarks == landmarks
      && other.worldLandmarks == worldLandmarks
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(timestampInMilliseconds)
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
