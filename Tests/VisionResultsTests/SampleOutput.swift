import VisionTasks

@testable import VisionMedia

/// Hands with the numbers of the guides' example, for the tests of the outputs.
enum SampleOutput {
  private static let left = ResultCategory(index: 1, score: 0.98396, categoryName: "Left", displayName: "Left")
  private static let thumbUp = ResultCategory(index: -1, score: 0.76893, categoryName: "Thumb_Up", displayName: nil)
  private static let landmarks = [
    NormalizedLandmark(x: 0.638852, y: 0.671197, z: -3.41e-7, visibility: nil, presence: nil),
    NormalizedLandmark(x: 0.634599, y: 0.536441, z: -0.06984, visibility: nil, presence: nil),
    NormalizedLandmark(x: 0.1, y: 0.2, z: 0.3, visibility: nil, presence: nil),
  ]
  private static let worldLandmarks = [Landmark(x: 0.067485, y: 0.031084, z: 0.055223, visibility: nil, presence: nil)]

  /// As many hands as there are lists of gestures.
  static func gestures(_ gestures: [[ResultCategory]] = [[thumbUp]]) -> GestureRecognizerResult {
    GestureRecognizerResult(
      gestures: gestures, handedness: gestures.map { _ in [left] }, landmarks: gestures.map { _ in landmarks },
      worldLandmarks: gestures.map { _ in worldLandmarks }, timestampInMilliseconds: 0)
  }

  /// One hand without a word on its gesture.
  static func hand() -> HandLandmarkerResult {
    HandLandmarkerResult(
      landmarks: [landmarks], worldLandmarks: [worldLandmarks], handedness: [[left]], timestampInMilliseconds: 0)
  }
}

extension TaskOutput {
  /// What is drawn of the subjects with landmarks.
  var landmarkAnnotations: [LandmarkAnnotation] {
    parts.flatMap { ($0 as? LandmarksPart)?.annotations(categories) ?? [] }
  }

  /// What is drawn of the boxes.
  var boxAnnotations: [BoxAnnotation] { parts.flatMap { ($0 as? BoxesPart)?.annotations ?? [] } }
}
