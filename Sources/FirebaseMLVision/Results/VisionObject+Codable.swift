import Foundation
import VisionTasks

/// The values of a `VisionObject`, and its JSON form: `boundingBox`, `classificationCategory` by name, and optionally
/// `trackingId` and `confidence`.
struct VisionObjectSnapshot: Codable, Hashable {
  let boundingBox: BoxSnapshot
  let trackingId: Int?
  let classificationCategory: String
  let confidence: SnapshotNumber<Float>?

  init(_ object: VisionObject) {
    boundingBox = BoxSnapshot(object.frame)
    trackingId = object.trackingID?.intValue
    classificationCategory = "\(object.classificationCategory)"
    confidence = object.confidence.map { SnapshotNumber($0.floatValue) }
  }
}

extension VisionObject: Codable {
  /// Decodes the output of `encode(to:)`, and an element of `detections` of `vision track --json`.
  ///
  /// - Throws: `DecodingError` for a missing value and an unknown category.
  public convenience init(from decoder: any Decoder) throws {
    let values = try VisionObjectSnapshot(from: decoder)
    guard let category = VisionObjectCategory.allCases.first(where: { "\($0)" == values.classificationCategory }) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "There is no category \(values.classificationCategory); allowed are "
            + VisionObjectCategory.allCases.map { "\($0)" }.joined(separator: ", ") + "."))
    }
    self.init(
      frame: values.boundingBox.box, trackingID: values.trackingId, classificationCategory: category,
      confidence: values.confidence?.value)
  }

  /// Writes `boundingBox` (`x`, `y`, `width`, `height` in pixels), `trackingId`, `classificationCategory` and
  /// `confidence`, as `vision track --json` does. The command also writes `categories`, and rounds the box to whole
  /// pixels.
  public func encode(to encoder: any Encoder) throws { try VisionObjectSnapshot(self).encode(to: encoder) }
}
