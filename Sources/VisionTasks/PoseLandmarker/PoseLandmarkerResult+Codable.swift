extension PoseLandmarkerResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case segmentationMasks
  }

  /// Reads what `encode(to:)` writes, and a line that `vision pose --json` writes without `--segmentation-masks`.
  ///
  /// - Throws: `DecodingError` for a list that is missing or of another length than the others, and for a mask that is a file
  ///   or whose size does not fit its values.
  public convenience init(from decoder: any Decoder) throws {
    let people = try FiguresSnapshot.read(from: decoder, hasHandedness: false, hasGestures: false)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let masks = try container.decodeIfPresent([MaskSnapshot].self, forKey: .segmentationMasks)
    let path = container.codingPath + [CodingKeys.segmentationMasks]
    self.init(
      landmarks: people.resultLandmarks, worldLandmarks: people.resultWorldLandmarks,
      segmentationMasks: try masks?.map { try $0.mask(codingPath: path) },
      timestampInMilliseconds: try TimeSnapshot(from: decoder).timestampInMilliseconds)
  }

  /// Writes `timestampMs` and the lists under their names, as `vision pose --json` does; see `docs/outputs.md`.
  ///
  /// Masks are written whole, in Base64: a float32 mask of 1280 x 720 pixels takes 4.9 MB.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    try FiguresSnapshot(landmarks: landmarks, worldLandmarks: worldLandmarks).encode(to: encoder)
    guard !segmentationMasks.isEmpty else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(segmentationMasks.map(MaskSnapshot.init), forKey: .segmentationMasks)
  }
}
