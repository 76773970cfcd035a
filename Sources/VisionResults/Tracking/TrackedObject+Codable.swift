import Foundation

extension TrackedObject: Codable {
  private enum CodingKeys: String, CodingKey {
    case trackingId, boundingBox, categories, missedUpdates, observationIndex
  }

  /// Decodes the output of `encode(to:)`, and an element of `detections` of `vision detect --track --json`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let categories = try container.decode([ResultCategory].self, forKey: .categories)
    guard let category = categories.first, categories.count == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .categories, in: container, debugDescription: "A tracked object has one category.")
    }
    self.init(
      trackingID: try container.decode(Int.self, forKey: .trackingId),
      boundingBox: try container.decode(BoxSnapshot.self, forKey: .boundingBox).box, score: category.score,
      objectClass: ObjectClass(
        index: category.index, name: category.categoryName, displayName: category.displayName),
      missedUpdates: try container.decodeIfPresent(Int.self, forKey: .missedUpdates) ?? 0,
      observationIndex: try container.decodeIfPresent(Int.self, forKey: .observationIndex))
  }

  /// Writes an object with `trackingId`, `boundingBox`, `categories` (the class with the score), `missedUpdates` and,
  /// if the object was detected, `observationIndex`. The command writes the first three, with the box in whole pixels.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(trackingID, forKey: .trackingId)
    try container.encode(BoxSnapshot(boundingBox), forKey: .boundingBox)
    try container.encode([category], forKey: .categories)
    try container.encode(missedUpdates, forKey: .missedUpdates)
    try container.encodeIfPresent(observationIndex, forKey: .observationIndex)
  }

  /// The class as a detection's category, with the smoothed score.
  package var category: ResultCategory {
    ResultCategory(
      index: objectClass.index, score: score, categoryName: objectClass.name, displayName: objectClass.displayName)
  }
}

extension TrackedObject: CustomStringConvertible {
  /// ID, class, score and box (x, y, width, height) in whole pixels: `#3 cat 0.72 at (96, 40, 312, 280)`.
  public var description: String { "#\(trackingID) \(category) at \(BoxSnapshot(boundingBox).text)" }
}
