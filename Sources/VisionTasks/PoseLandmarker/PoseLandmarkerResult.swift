import Foundation

// `@unchecked Sendable` is safe: every property of the class and of its base is a constant of a Sendable type.
/// The people that `PoseLandmarker` detected in one image.
///
/// The arrays have one element per person, in the same order; all are empty without a person.
public final class PoseLandmarkerResult: TaskResult, @unchecked Sendable {
  /// The 33 landmarks of each person, in fractions of the stored image's width and height, with visibility and
  /// presence.
  public let landmarks: [[NormalizedLandmark]]
  /// The 33 world landmarks of each person, in meters; the origin is the midpoint of the hips.
  public let worldLandmarks: [[Landmark]]
  /// The mask of each person: the probability of each pixel, 0...1; empty when masks were not requested.
  public let segmentationMasks: [Mask]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - landmarks: The landmarks of each person, in fractions of the image.
  ///   - worldLandmarks: The world landmarks of each person, in meters.
  ///   - segmentationMasks: The mask of each person; nil or empty without masks.
  ///   - timestampInMilliseconds: The timestamp of the image.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], segmentationMasks: [Mask]?,
    timestampInMilliseconds: Int
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.segmentationMasks = segmentationMasks ?? []
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Whether the other object is a result with equal values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? PoseLandmarkerResult else { return false }
    return other.landmarks == landmarks && other.worldLandmarks == worldLandmarks
      && other.segmentationMasks == segmentationMasks
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(time)
    hasher.combine(landmarks)
    hasher.combine(worldLandmarks)
    hasher.combine(segmentationMasks)
    return hasher.finalize()
  }

  /// The people with the position of their nose, such as `1 person: nose at (0.512, 0.204, -0.331)`.
  public override var description: String {
    ResultText.list(
      landmarks.map { person in
        person.first.map { "nose at \($0)" } ?? "no landmarks"
      }, one: "person", several: "people")
  }

  /// All values.
  public override var debugDescription: String {
    "PoseLandmarkerResult(" + "landmarks: \(landmarks), "
      + "worldLandmarks: \(worldLandmarks), "
      + "segmentationMasks: \(segmentationMasks), "
      + "timestampInMilliseconds: \(timestampInMilliseconds))"
  }
}
