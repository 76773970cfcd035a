import VisionResults

extension HandLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "hand", title: "HandLandmarkerResult", subject: .hand, categories: [.handedness], topology: .hand)

  /// Handedness and landmarks.
  package var parts: [OutputPart] {
    [
      .categories(CategoriesPart(.handedness, handedness)),
      .landmarks(LandmarksPart(.hand, topology: .hand, landmarks: landmarks, worldLandmarks: worldLandmarks)),
    ]
  }
}

extension CategoriesFormat {
  /// Left or right, for each hand.
  package static let handedness = CategoriesFormat(
    key: "handedness", title: "Handedness", impliesDisplayName: true, label: .name)
}
