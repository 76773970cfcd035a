extension GestureRecognizerResult: Codable {
  /// Reads what `encode(to:)` writes, and a line that `vision gesture --json` writes.
  ///
  /// - Throws: `DecodingError` for a list that is missing or of another length than the others.
  public convenience init(from decoder: any Decoder) throws {
    let hands = try FiguresSnapshot.read(from: decoder, hasHandedness: true, hasGestures: true)
    self.init(
      gestures: hands.resultGestures, handedness: hands.resultHandedness, landmarks: hands.resultLandmarks,
      worldLandmarks: hands.resultWorldLandmarks,
      timestampInMilliseconds: try TimeSnapshot(from: decoder).timestampInMilliseconds)
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
