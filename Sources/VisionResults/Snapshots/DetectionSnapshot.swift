/// The values of a `Detection`, and its form in JSON: `boundingBox`, `categories`, and `keypoints` where the model has some.
package struct DetectionSnapshot: Codable, Hashable, Sendable {
  fileprivate let boundingBox: BoxSnapshot
  fileprivate let categories: [CategorySnapshot]
  fileprivate let keypoints: [KeypointSnapshot]?

  package init(_ detection: Detection) {
    self.init(detection, categories: detection.categories.map(CategorySnapshot.init))
  }

  /// - Parameters:
  ///   - detection: The detection.
  ///   - categories: Its categories, in the form to write.
  package init(_ detection: Detection, categories: [CategorySnapshot]) {
    boundingBox = BoxSnapshot(detection.boundingBox)
    self.categories = categories
    keypoints = detection.keypoints?.map(KeypointSnapshot.init)
  }
}

extension Detection: Codable {
  convenience init(_ snapshot: DetectionSnapshot) {
    self.init(
      categories: snapshot.categories.map(ResultCategory.init), boundingBox: snapshot.boundingBox.box,
      keypoints: snapshot.keypoints?.map(NormalizedKeypoint.init))
  }

  /// Reads an object with `boundingBox`, `categories` and, where there are some, `keypoints`.
  public convenience init(from decoder: any Decoder) throws { self.init(try DetectionSnapshot(from: decoder)) }

  /// Writes an object with `boundingBox` (`x`, `y`, `width` and `height` in pixels), `categories` and, where there are some,
  /// `keypoints`.
  public func encode(to encoder: any Encoder) throws { try DetectionSnapshot(self).encode(to: encoder) }
}
