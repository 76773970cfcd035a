import Foundation

/// The values of a landmark, and its JSON form: `[x, y, z]`, followed by visibility and presence if the model has
/// either. Null is a missing value or NaN.
package struct PointSnapshot: Hashable, Sendable {
  fileprivate typealias Number = SnapshotNumber<Float>

  fileprivate let x: Number
  fileprivate let y: Number
  fileprivate let z: Number
  fileprivate let visibility: Number?
  fileprivate let presence: Number?

  package init(_ landmark: NormalizedLandmark) {
    self.init(landmark.x, landmark.y, landmark.z, landmark.visibility, landmark.presence)
  }

  package init(_ landmark: Landmark) {
    self.init(landmark.x, landmark.y, landmark.z, landmark.visibility, landmark.presence)
  }

  private init(_ x: Float, _ y: Float, _ z: Float, _ visibility: NSNumber?, _ presence: NSNumber?) {
    (self.x, self.y, self.z) = (Number(x), Number(y), Number(z))
    self.visibility = visibility.map(Self.likelihood) ?? nil
    self.presence = presence.map(Self.likelihood) ?? nil
  }

  /// NaN means a missing value.
  private static func likelihood(_ number: NSNumber) -> Number? {
    number.floatValue.isFinite ? Number(number.floatValue) : nil
  }

  /// The coordinates as text, with three decimals.
  var text: String { String(format: "(%.3f, %.3f, %.3f)", Double(x.value), Double(y.value), Double(z.value)) }

  /// All values.
  var fullText: String {
    let visibility = visibility.map { "\($0.value)" } ?? "nil"
    let presence = presence.map { "\($0.value)" } ?? "nil"
    return "(x: \(x.value), y: \(y.value), z: \(z.value), visibility: \(visibility), presence: \(presence))"
  }
}

extension PointSnapshot: Codable {
  package init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    var values: [Float?] = []
    while !container.isAtEnd, values.count < 6 {
      values.append(try container.decodeNil() ? nil : container.decode(Float.self))
    }
    guard [3, 5].contains(values.count) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "A landmark has 3 numbers (x, y, z) or 5 (and visibility, presence).")
    }
    (x, y, z) = (Number(values[0] ?? .nan), Number(values[1] ?? .nan), Number(values[2] ?? .nan))
    visibility = values.count == 5 ? values[3].map(Number.init) : nil
    presence = values.count == 5 ? values[4].map(Number.init) : nil
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for number in [x, y, z] { try Self.encode(number, in: &container) }
    guard visibility != nil || presence != nil else { return }
    for number in [visibility, presence] { try Self.encode(number, in: &container) }
  }

  fileprivate static func encode(_ number: Number?, in container: inout any UnkeyedEncodingContainer) throws {
    if let number, number.value.isFinite { try container.encode(number.value) } else { try container.encodeNil() }
  }
}

extension NormalizedLandmark: Codable {
  convenience init(_ snapshot: PointSnapshot) {
    self.init(
      x: snapshot.x.value, y: snapshot.y.value, z: snapshot.z.value,
      visibility: snapshot.visibility.map { NSNumber(value: $0.value) },
      presence: snapshot.presence.map { NSNumber(value: $0.value) })
  }

  /// Decodes `[x, y, z]` or `[x, y, z, visibility, presence]`; null is a missing value.
  public convenience init(from decoder: any Decoder) throws { self.init(try PointSnapshot(from: decoder)) }

  /// Writes `[x, y, z]`, followed by visibility and presence if there is either; NaN is null.
  public func encode(to encoder: any Encoder) throws { try PointSnapshot(self).encode(to: encoder) }
}

extension Landmark: Codable {
  convenience init(_ snapshot: PointSnapshot) {
    self.init(
      x: snapshot.x.value, y: snapshot.y.value, z: snapshot.z.value,
      visibility: snapshot.visibility.map { NSNumber(value: $0.value) },
      presence: snapshot.presence.map { NSNumber(value: $0.value) })
  }

  /// Decodes `[x, y, z]` or `[x, y, z, visibility, presence]`; null is a missing value.
  public convenience init(from decoder: any Decoder) throws { self.init(try PointSnapshot(from: decoder)) }

  /// Writes `[x, y, z]`, followed by visibility and presence if there is either; NaN is null.
  public func encode(to encoder: any Encoder) throws { try PointSnapshot(self).encode(to: encoder) }
}
