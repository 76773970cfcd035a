import Foundation

/// A landmark in fractions of an image.
///
/// Landmarks are equal if all five values are. MediaPipe compares x, y and z with a tolerance of `1e-6`, which allows
/// no useful hash.
public final class NormalizedLandmark: NSObject, Sendable {
  /// The horizontal position: 0 is the left edge of the stored image, 1 the right edge.
  public let x: Float
  /// The vertical position: 0 is the top edge of the stored image, 1 the bottom edge.
  public let y: Float
  /// The depth, on about the same scale as x; smaller is closer to the camera. For hands the wrist is the origin.
  public let z: Float
  /// The probability that the landmark is not occluded, 0...1; nil when the model has none, as for hands.
  public let visibility: NSNumber?
  /// The probability that the landmark is inside the image, 0...1; nil when the model has none, as for hands.
  public let presence: NSNumber?

  /// Makes a landmark.
  ///
  /// - Parameters:
  ///   - x: The horizontal position.
  ///   - y: The vertical position.
  ///   - z: The depth.
  ///   - visibility: The probability that it is not occluded.
  ///   - presence: The probability that it is inside the image.
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    (self.x, self.y, self.z, self.visibility, self.presence) = (x, y, z, visibility, presence)
  }

  /// Whether the other object is a landmark with equal values.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: { PointForm($0) }) }

  /// A hash of the values.
  public override var hash: Int { PointForm(self).hashValue }

  /// The coordinates, such as `(0.256, 0.736, -0.012)`.
  public override var description: String { PointForm(self).text }

  /// All values.
  public override var debugDescription: String { "NormalizedLandmark" + PointForm(self).fullText }
}

/// A landmark in space, in metres.
///
/// Landmarks are equal if all five values are. MediaPipe compares x, y and z with a tolerance of `1e-6`, which allows
/// no useful hash.
public final class Landmark: NSObject, Sendable {
  /// The horizontal position in metres, to the right.
  public let x: Float
  /// The vertical position in metres, downwards.
  public let y: Float
  /// The depth in metres, away from the camera.
  public let z: Float
  /// The probability that the landmark is not occluded, 0...1; nil when the model has none, as for hands.
  public let visibility: NSNumber?
  /// The probability that the landmark is inside the image, 0...1; nil when the model has none, as for hands.
  public let presence: NSNumber?

  /// Makes a landmark.
  ///
  /// - Parameters:
  ///   - x: The horizontal position.
  ///   - y: The vertical position.
  ///   - z: The depth.
  ///   - visibility: The probability that it is not occluded.
  ///   - presence: The probability that it is inside the image.
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    (self.x, self.y, self.z, self.visibility, self.presence) = (x, y, z, visibility, presence)
  }

  /// Whether the other object is a landmark with equal values.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: { PointForm($0) }) }

  /// A hash of the values.
  public override var hash: Int { PointForm(self).hashValue }

  /// The coordinates, such as `(0.256, 0.736, -0.012)`.
  public override var description: String { PointForm(self).text }

  /// All values.
  public override var debugDescription: String { "Landmark" + PointForm(self).fullText }
}

package protocol LandmarkPoint {
  var x: Float { get }
  var y: Float { get }
  var z: Float { get }
  var visibility: NSNumber? { get }
  var presence: NSNumber? { get }

  init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?)
}

extension LandmarkPoint {
  fileprivate init(_ form: PointForm) {
    self.init(
      x: form.x.value, y: form.y.value, z: form.z.value, visibility: form.visibility.map { NSNumber(value: $0.value) },
      presence: form.presence.map { NSNumber(value: $0.value) })
  }
}

extension NormalizedLandmark: LandmarkPoint {}
extension Landmark: LandmarkPoint {}

/// A landmark's values, in JSON `[x, y, z]`, then visibility and presence if the model has either; null is NaN or none.
struct PointForm: Hashable, Sendable {
  fileprivate typealias Number = JSONNumber<Float>

  fileprivate let x, y, z: Number
  fileprivate let visibility, presence: Number?

  init(_ landmark: some LandmarkPoint) {
    (x, y, z) = (Number(landmark.x), Number(landmark.y), Number(landmark.z))
    visibility = landmark.visibility.flatMap(Self.likelihood)
    presence = landmark.presence.flatMap(Self.likelihood)
  }

  /// NaN means a missing value.
  private static func likelihood(_ number: NSNumber) -> Number? {
    number.floatValue.isFinite ? Number(number.floatValue) : nil
  }

  var text: String { String(format: "(%.3f, %.3f, %.3f)", Double(x.value), Double(y.value), Double(z.value)) }

  var fullText: String {
    let visibility = visibility.map { "\($0.value)" } ?? "nil"
    let presence = presence.map { "\($0.value)" } ?? "nil"
    return "(x: \(x.value), y: \(y.value), z: \(z.value), visibility: \(visibility), presence: \(presence))"
  }
}

extension PointForm: Codable {
  init(from decoder: any Decoder) throws {
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

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for number in [x, y, z] { try Self.encode(number, in: &container) }
    guard visibility != nil || presence != nil else { return }
    for number in [visibility, presence] { try Self.encode(number, in: &container) }
  }

  private static func encode(_ number: Number?, in container: inout any UnkeyedEncodingContainer) throws {
    if let number, number.value.isFinite { try container.encode(number.value) } else { try container.encodeNil() }
  }
}

extension NormalizedLandmark: Codable {
  /// Decodes `[x, y, z]` or `[x, y, z, visibility, presence]`; null is a missing value.
  public convenience init(from decoder: any Decoder) throws { self.init(try PointForm(from: decoder)) }

  /// Writes `[x, y, z]`, followed by visibility and presence if there is either; NaN is null.
  public func encode(to encoder: any Encoder) throws { try PointForm(self).encode(to: encoder) }
}

extension Landmark: Codable {
  /// Decodes `[x, y, z]` or `[x, y, z, visibility, presence]`; null is a missing value.
  public convenience init(from decoder: any Decoder) throws { self.init(try PointForm(from: decoder)) }

  /// Writes `[x, y, z]`, followed by visibility and presence if there is either; NaN is null.
  public func encode(to encoder: any Encoder) throws { try PointForm(self).encode(to: encoder) }
}
