import VisionResults

extension GestureRecognizerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "gesture", title: "GestureRecognizerResult", subject: .hand, categories: [.handedness, .gestures],
    topology: .hand)

  /// Handedness, gestures and landmarks.
  package var parts: [OutputPart] {
    [
      .categories(CategoriesPart(.handedness, handedness)),
      .categories(CategoriesPart(.gestures, gestures)),
      .landmarks(LandmarksPart(.hand, topology: .hand, landmarks: landmarks, worldLandmarks: worldLandmarks)),
    ]
  }
}

extension CategoriesFormat {
  /// The gestures of each hand. They have no index, so none is shown.
  package static let gestures = CategoriesFormat(
    key: "gestures", title: "Gestures", showsIndex: false, missingText: "No gesture")
}
