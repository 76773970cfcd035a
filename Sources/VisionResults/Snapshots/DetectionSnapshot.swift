import Foundation

/// The values of a `Detection`, and its JSON form: `boundingBox`, `categories` and optionally `keypoints`.
package struct DetectionSnapshot: Codable, Hashable, Sendable {
  fileprivate let boundingBox: BoxSnapshot
  fileprivate let categories: [CategorySnapshot]
  fileprivate let keypoints: [KeypointSnapshot]?

  package init(_ detection: Detection) {
    self.init(detection, categories: detection.categories.map(CategorySnapshot.init))
  }

  /// - Parameters:
  ///   - detection: The detection.
  ///   - categories: The categories to encode.
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

  /// Decodes an object with `boundingBox`, `categories` and optionally `keypoints`.
  public convenience init(from decoder: any Decoder) throws { self.init(try DetectionSnapshot(from: decoder)) }

  /// Writes an object with `boundingBox` (`x`, `y`, `width` and `height` in pixels), `categories` and optionally
  /// `keypoints`.
  public func encode(to encoder: any Encoder) throws { try DetectionSnapshot(self).encode(to: encoder) }
}

/// The values of a box, and its JSON form: `x`, `y`, `width` and `height`.
package struct BoxSnapshot: Codable, Hashable, Sendable {
  private let x: SnapshotNumber<Double>
  private let y: SnapshotNumber<Double>
  private let width: SnapshotNumber<Double>
  private let height: SnapshotNumber<Double>

  package init(_ box: CGRect) {
    x = SnapshotNumber(Double(box.origin.x))
    y = SnapshotNumber(Double(box.origin.y))
    width = SnapshotNumber(Double(box.size.width))
    height = SnapshotNumber(Double(box.size.height))
  }

  /// The box with these values.
  package var box: CGRect { CGRect(x: x.value, y: y.value, width: width.value, height: height.value) }

  /// The four values as text, rounded to integers: `(96, 40, 312, 280)`.
  package var text: String {
    "(" + [x, y, width, height].map { String(format: "%.0f", $0.value) }.joined(separator: ", ") + ")"
  }
}
