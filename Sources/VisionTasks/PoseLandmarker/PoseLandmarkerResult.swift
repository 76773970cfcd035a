import Foundation

// Safe to share: final, and every property of the class and of its base is a constant of a Sendable type.
/// The people that `PoseLandmarker` found in one image.
///
/// The arrays have one element a person, in the same order; without anybody all are empty.
public final class PoseLandmarkerResult: TaskResult, @unchecked Sendable {
  /// For every person 33 landmarks in fractions of the stored image's width and height, with visibility and presence.
  public let landmarks: [[NormalizedLandmark]]
  /// For every person 33 landmarks in metres, with the hips' middle as the origin.
  public let worldLandmarks: [[Landmark]]
  /// For every person how likely each pixel of the image belongs to it, 0...1; empty when masks were not asked for.
  public let segmentationMasks: [Mask]

  /// Makes a result.
  ///
  /// - Parameters:
  ///   - landmarks: For every person its landmarks in fractions of the image.
  ///   - worldLandmarks: For every person its landmarks in metres.
  ///   - segmentationMasks: For every person its mask; nil and empty mean that there are none.
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

  /// Whether the other object is a result with the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? PoseLandmarkerResult else { return false }
    return other.landmarks == landmarks && other.worldLandmarks == worldLandmarks
      && other.segmentationMasks == segmentationMasks
  }

  /// A hash of the values.
  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(timestampInMilliseconds)
    hasher.combine(landmarks)
    hasher.combine(worldLandmarks)
    hasher.combine(segmentationMasks)
    return hasher.finalize()
  }

  /// The people with the place of their nose, such as `1 person: nose at (0.512, 0.204, -0.331)`.
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
