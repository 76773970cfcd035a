extension HandLandmarkerResult: Codable {
  /// Reads what `encode(to:)` writes, and a line that `vision hand --json` writes.
  ///
  /// - Throws: `DecodingError` for a list that is missing or of another length than the others.
  public convenience init(from decoder: any Decoder) throws {
    let hands = try FiguresSnapshot.read(from: decoder, hasHandedness: true, hasGestures: false)
    self.init(
      landmarks: hands.resultLandmarks, worldLandmarks: hands.resultWorldLandmarks,
      handedness: hands.resultHandedness,
      timestampInMilliseconds: try TimeSnapshot(from: decoder).timestampInMilliseconds)
  }

  /// Writes `timestampMs` and the three lists under their names, as `vision hand --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    try FiguresSnapshot(handedness: handedness, landmarks: landmarks, worldLandmarks: worldLandmarks)
      .encode(to: encoder)
  }
}
