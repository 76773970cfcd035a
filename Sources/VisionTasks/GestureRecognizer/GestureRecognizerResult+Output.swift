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
  /// The gestures of each hand, which have no index.
  package static let gestures = CategoriesFormat(
    key: "gestures", title: "Gestures", showsIndex: false, missingText: "No gesture")
}

extension GestureRecognizerResult: Codable {
  /// Decodes the output of `encode(to:)`, and a line that `vision gesture --json` writes.
  ///
  /// - Throws: `DecodingError` for a missing list and for lists of different lengths.
  public convenience init(from decoder: any Decoder) throws {
    let hands = try FiguresSnapshot.read(from: decoder, hasHandedness: true, hasGestures: true)
    let time = try TimeSnapshot(from: decoder)
    self.init(
      gestures: hands.resultGestures, handedness: hands.resultHandedness, landmarks: hands.resultLandmarks,
      worldLandmarks: hands.resultWorldLandmarks,
      timestampInMilliseconds: time.timestampInMilliseconds)
    time.complete(self)
  }

  /// Writes `timestampMs` and the four lists under their names, as `vision gesture --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    try FiguresSnapshot(
      gestures: gestures.map { $0.map(CategorySnapshot.init) }, handedness: handedness, landmarks: landmarks,
      worldLandmarks: worldLandmarks
    ).encode(to: encoder)
  }
}
