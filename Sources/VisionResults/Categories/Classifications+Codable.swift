extension Classifications: Codable {
  private enum CodingKeys: String, CodingKey {
    case headIndex, headName, categories
  }

  /// Decodes an object with `headIndex`, `categories` and optionally `headName`.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      headIndex: try container.decode(Int.self, forKey: .headIndex),
      headName: try container.decodeIfPresent(String.self, forKey: .headName),
      categories: try container.decode([ResultCategory].self, forKey: .categories))
  }

  /// Writes an object with `headIndex`, `categories` and optionally `headName`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(headIndex, forKey: .headIndex)
    try container.encodeIfPresent(headName, forKey: .headName)
    try container.encode(categories, forKey: .categories)
  }
}

extension ClassificationResult: Codable {
  private enum CodingKeys: String, CodingKey {
    case classifications, timestampMs
  }

  /// Decodes an object with `classifications` and `timestampMs`; an absent timestamp is -1.
  public convenience init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      classifications: try container.decode([Classifications].self, forKey: .classifications),
      timestampInMilliseconds: try container.decodeIfPresent(Int.self, forKey: .timestampMs) ?? -1)
  }

  /// Writes an object with `classifications` and `timestampMs`, which is null for -1.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(classifications, forKey: .classifications)
    try container.encode(timestampInMilliseconds == -1 ? nil : timestampInMilliseconds, forKey: .timestampMs)
  }
}
