extension ObjectDetectorResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case detections
  }

  /// Reads what `encode(to:)` writes, and a line that `vision detect --json` writes.
  ///
  /// - Throws: `DecodingError` for missing detections.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      detections: try container.decode([Detection].self, forKey: .detections),
      timestampInMilliseconds: try TimeSnapshot(from: decoder).timestampInMilliseconds)
  }

  /// Writes `timestampMs` and `detections`, as `vision detect --json` does; see `docs/outputs.md`.
  public func encode(to encoder: any Encoder) throws {
    try TimeSnapshot(self).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(detections, forKey: .detections)
  }
}
