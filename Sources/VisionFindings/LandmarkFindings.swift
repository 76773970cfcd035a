import MediaPipeTasksVision

/// The hands or people that a landmark task found in one picture.
package struct LandmarkFindings: Findings {
  /// What a task finds.
  package enum Subject: Sendable {
    case hand
    case person

    /// The words for one and for several.
    var noun: String { self == .hand ? "hand" : "person" }
    var plural: String { self == .hand ? "hands" : "people" }
    /// As it is told apart in the text result.
    var title: String { self == .hand ? "Hand" : "Person" }
  }

  /// The result type's name, the headline of the text.
  package let title: String
  package let subject: Subject
  /// For every hand its gestures; nil for a task that does not recognize any.
  package let gestures: [[ResultCategory]]?
  /// For every hand its side; nil for people.
  package let handedness: [[ResultCategory]]?
  package let landmarks: [[NormalizedLandmark]]
  package let worldLandmarks: [[Landmark]]
  package let masks: [Mask]?

  package init(_ result: GestureRecognizerResult) {
    title = "GestureRecognizerResult"
    subject = .hand
    gestures = result.gestures
    handedness = result.handedness
    landmarks = result.landmarks
    worldLandmarks = result.worldLandmarks
    masks = nil
  }

  package init(_ result: HandLandmarkerResult) {
    title = "HandLandmarkerResult"
    subject = .hand
    gestures = nil
    handedness = result.handedness
    landmarks = result.landmarks
    worldLandmarks = result.worldLandmarks
    masks = nil
  }

  package init(_ result: PoseLandmarkerResult) {
    title = "PoseLandmarkerResult"
    subject = .person
    gestures = nil
    handedness = nil
    landmarks = result.landmarks
    worldLandmarks = result.worldLandmarks
    masks = result.segmentationMasks.isEmpty ? nil : result.segmentationMasks
  }

  /// The number of hands or people.
  package var count: Int { landmarks.count }

  package var isEmpty: Bool { landmarks.isEmpty }
}
