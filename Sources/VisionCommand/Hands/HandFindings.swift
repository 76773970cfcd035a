import MediaPipeTasksVision

/// What a hand task found in one picture, in the form that every output starts from.
struct HandFindings: Sendable {
  /// The result type's name, the headline of the text.
  let title: String
  /// For every hand its gestures; nil for a task that does not recognize any.
  let gestures: [[ResultCategory]]?
  let handedness: [[ResultCategory]]
  let landmarks: [[NormalizedLandmark]]
  let worldLandmarks: [[Landmark]]

  init(_ result: GestureRecognizerResult) {
    title = "GestureRecognizerResult"
    gestures = result.gestures
    handedness = result.handedness
    landmarks = result.landmarks
    worldLandmarks = result.worldLandmarks
  }

  init(_ result: HandLandmarkerResult) {
    title = "HandLandmarkerResult"
    gestures = nil
    handedness = result.handedness
    landmarks = result.landmarks
    worldLandmarks = result.worldLandmarks
  }

  /// The number of hands.
  var handCount: Int { landmarks.count }
}
