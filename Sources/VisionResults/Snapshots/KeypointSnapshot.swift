import Foundation

/// The values of a keypoint, and its JSON form: `[x, y]`, followed by label and score if the model has either.
package struct KeypointSnapshot: Hashable, Sendable {
  fileprivate let x: SnapshotNumber<Double>
  fileprivate let y: SnapshotNumber<Double>
  fileprivate let label: String?
  fileprivate let score: SnapshotNumber<Float>

  package init(_ keypoint: NormalizedKeypoint) {
    x = SnapshotNumber(Double(keypoint.location.x))
    y = SnapshotNumber(Double(keypoint.location.y))
    label = keypoint.label
    score = SnapshotNumber(keypoint.score)
  }

  /// The keypoint as text: `eye (0.512, 0.250)`.
  var text: String {
    (label.map { $0 + " " } ?? "") + String(format: "(%.3f, %.3f)", x.value, y.value)
  }
}

extension KeypointSnapshot: Codable {
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(SnapshotNumber.self)
    y = try container.decode(SnapshotNumber.self)
    guard !container.isAtEnd else {
      label = nil
      score = SnapshotNumber(0)
      return
    }
    label = try container.decodeNil() ? nil : container.decode(String.self)
    score = try container.decode(SnapshotNumber.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encode(y)
    guard label != nil || score.value != 0 else { return }
    try container.encode(label)
    try container.encode(score)
  }
}

extension NormalizedKeypoint: Codable {
  convenience init(_ snapshot: KeypointSnapshot) {
    self.init(
      location: CGPoint(x: snapshot.x.value, y: snapshot.y.value), label: snapshot.label, score: snapshot.score.value)
  }

  /// Decodes `[x, y]` or `[x, y, label, score]`.
  public convenience init(from decoder: any Decoder) throws { self.init(try KeypointSnapshot(from: decoder)) }

  /// Writes `[x, y]`, followed by label and score if there is either.
  public func encode(to encoder: any Encoder) throws { try KeypointSnapshot(self).encode(to: encoder) }
}
