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
  /// The handedness of each hand.
  package static let handedness = CategoriesFormat(
    key: "handedness", title: "Handedness", impliesDisplayName: true, label: .name)
}

extension HandLandmarkerResult: Codable {
  /// Decodes the output of `encode(to:)`, and a line that `vision hand --json` writes.
  ///
  /// - Throws: `DecodingError` for a missing list and for lists of different lengths.
  public convenience init(from decoder: any Decoder) throws {
    let hands = try FiguresSnapshot.read(from: decoder, hasHandedness: true, hasGestures: false)
    let time = try TimeSnapshot(from: decoder)
    self.init(
      landmarks: hands.resultLandmarks, worldLandmarks: hands.resultWorldLandmarks,
      handedness: hands.resultHandedness,
      timestampInMilliseconds: time.timestampInMilliseconds)
    time.complete(self)
  }

  /// Writes `timestampMs` and the three lists under their names, as `vision hand --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    try FiguresSnapshot(handedness: handedness, landmarks: landmarks, worldLandmarks: worldLandmarks)
      .encode(to: encoder)
  }
}
