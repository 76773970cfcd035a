import VisionResults

extension PoseLandmarkerResult: TaskOutput {
  package static let format = OutputFormat(
    task: "pose", title: "PoseLandmarkerResult", subject: .person, topology: .pose,
    masksKey: masksKey)
  private static let masksKey = "segmentationMasks"

  /// Landmarks, and masks if they were requested.
  package var parts: [OutputPart] {
    let people = OutputPart.landmarks(
      LandmarksPart(.person, topology: .pose, landmarks: landmarks, worldLandmarks: worldLandmarks))
    guard !segmentationMasks.isEmpty else { return [people] }
    return [people, .masks(MasksPart(key: Self.masksKey, segmentationMasks))]
  }
}

extension PoseLandmarkerResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case segmentationMasks
  }

  /// Decodes the output of `encode(to:)`, and a line that `vision pose --json` writes without `--segmentation-masks`.
  ///
  /// - Throws: `DecodingError` for a missing list, lists of different lengths, a mask that is a file name, and a mask
  ///   whose size does not match its values.
  public convenience init(from decoder: any Decoder) throws {
    let people = try FiguresSnapshot.read(from: decoder, hasHandedness: false, hasGestures: false)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let masks = try container.decodeIfPresent([MaskSnapshot].self, forKey: .segmentationMasks)
    let path = container.codingPath + [CodingKeys.segmentationMasks]
    let time = try TimeSnapshot(from: decoder)
    self.init(
      landmarks: people.resultLandmarks, worldLandmarks: people.resultWorldLandmarks,
      segmentationMasks: try masks?.map { try $0.mask(codingPath: path) },
      timestampInMilliseconds: time.timestampInMilliseconds)
    time.complete(self)
  }

  /// Writes `timestampMs` and the lists under their names, as `vision pose --json` does; see `docs/outputs.md`.
  ///
  /// Masks are written in Base64: a float32 mask of 1280 x 720 pixels takes 4.9 MB.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    try FiguresSnapshot(landmarks: landmarks, worldLandmarks: worldLandmarks).encode(to: encoder)
    guard !segmentationMasks.isEmpty else { return }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(segmentationMasks.map(MaskSnapshot.init), forKey: .segmentationMasks)
  }
}
