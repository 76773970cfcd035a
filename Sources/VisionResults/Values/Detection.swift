import Foundation

/// An object in an image: its classes and its box.
public final class Detection: NSObject, Sendable {
  /// The classes, best first.
  public let categories: [ResultCategory]
  /// The box around the object, in pixels of the stored image.
  public let boundingBox: CGRect
  /// The object's keypoints; nil when the model has none.
  public let keypoints: [NormalizedKeypoint]?

  /// Makes a detection.
  ///
  /// - Parameters:
  ///   - categories: The classes, best first.
  ///   - boundingBox: The box around the object, in pixels.
  ///   - keypoints: The object's keypoints.
  public init(categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?) {
    (self.categories, self.boundingBox, self.keypoints) = (categories, boundingBox, keypoints)
  }

  /// Whether the other object is a detection with equal values.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: { BoxForm($0) }) }

  /// A hash of the values.
  public override var hash: Int { BoxForm(self).hashValue }

  /// The best category and the box (x, y, width, height) in whole pixels, such as `dog 0.87 at (96, 40, 312, 280)`.
  public override var description: String {
    "\(categories.first?.description ?? "object") at \(RectForm(boundingBox).text)"
  }

  /// All values.
  public override var debugDescription: String { listing() }
}

extension Detection: Codable {
  /// Decodes an object with `boundingBox`, `categories` and optionally `keypoints`.
  public convenience init(from decoder: any Decoder) throws {
    let form = try BoxForm(from: decoder)
    guard let categories = form.categories else { throw BoxForm.missing(.categories, decoder) }
    self.init(
      categories: categories.map { $0.category(impliesDisplayName: false) }, boundingBox: form.boundingBox.rect,
      keypoints: form.keypoints?.map(NormalizedKeypoint.init))
  }

  /// Writes an object with `boundingBox` (`x`, `y`, `width` and `height` in pixels), `categories` and optionally
  /// `keypoints`.
  public func encode(to encoder: any Encoder) throws { try BoxForm(self).encode(to: encoder) }
}

/// An element of `detections` in JSON: a box, and what is known of the object in it.
package struct BoxForm: Codable, Hashable, Sendable {
  package var boundingBox: RectForm
  var categories: [CategoryForm]?
  var keypoints: [KeypointForm]?
  package var trackingId: Int?
  /// ML Kit's coarse category by name, and its score.
  package var classificationCategory: String?
  package var confidence: JSONNumber<Float>?
  var missedUpdates, observationIndex: Int?

  package enum CodingKeys: CodingKey {
    case boundingBox, categories, keypoints, trackingId, classificationCategory, confidence, missedUpdates
    case observationIndex
  }

  package init(_ box: CGRect) { boundingBox = RectForm(box) }

  init(_ detection: Detection, names: CategoryForm.Names = .all) {
    self.init(detection.boundingBox)
    categories = detection.categories.map { CategoryForm($0, names: names) }
    keypoints = detection.keypoints?.map(KeypointForm.init)
  }

  package static func missing(_ key: CodingKeys, _ decoder: any Decoder) -> DecodingError {
    .keyNotFound(
      key, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "\(key.stringValue) is missing."))
  }
}

/// The values of a box, and its JSON form: `x`, `y`, `width` and `height`.
package struct RectForm: Codable, Hashable, Sendable {
  private let x, y, width, height: JSONNumber<Double>

  package init(_ rect: CGRect) {
    (x, y) = (JSONNumber(Double(rect.origin.x)), JSONNumber(Double(rect.origin.y)))
    (width, height) = (JSONNumber(Double(rect.size.width)), JSONNumber(Double(rect.size.height)))
  }

  package var rect: CGRect { CGRect(x: x.value, y: y.value, width: width.value, height: height.value) }

  /// The four values as text, rounded to integers: `(96, 40, 312, 280)`.
  package var text: String {
    "(" + [x, y, width, height].map { String(format: "%.0f", $0.value) }.joined(separator: ", ") + ")"
  }
}

/// A keypoint of a detection.
///
/// Keypoints are equal if their locations, labels and scores are.
public final class NormalizedKeypoint: NSObject, Sendable {
  /// The position in fractions of the image's width and height.
  public let location: CGPoint
  /// The point's name; nil when the model has none.
  public let label: String?
  /// The model's score; 0 when it has none.
  public let score: Float

  /// Makes a keypoint.
  ///
  /// - Parameters:
  ///   - location: The position in fractions of the image's width and height.
  ///   - label: The point's name.
  ///   - score: The model's score.
  public init(location: CGPoint, label: String?, score: Float) {
    (self.location, self.label, self.score) = (location, label, score)
  }

  /// Whether the other object is a keypoint with equal values.
  public override func isEqual(_ object: Any?) -> Bool { isEqual(object, by: KeypointForm.init) }

  /// A hash of the values.
  public override var hash: Int { KeypointForm(self).hashValue }

  /// Label and position, such as `eye (0.512, 0.250)`.
  public override var description: String { KeypointForm(self).text }

  /// All values.
  public override var debugDescription: String {
    "NormalizedKeypoint(x: \(location.x), y: \(location.y), "
      + "label: \(label.map { String(reflecting: $0) } ?? "nil"), score: \(score))"
  }
}

extension NormalizedKeypoint: Codable {
  fileprivate convenience init(_ form: KeypointForm) {
    self.init(location: CGPoint(x: form.x.value, y: form.y.value), label: form.label, score: form.score.value)
  }

  /// Decodes `[x, y]` or `[x, y, label, score]`.
  public convenience init(from decoder: any Decoder) throws { self.init(try KeypointForm(from: decoder)) }

  /// Writes `[x, y]`, followed by label and score if there is either.
  public func encode(to encoder: any Encoder) throws { try KeypointForm(self).encode(to: encoder) }
}

/// The values of a keypoint, and its JSON form: `[x, y]`, followed by label and score if the model has either.
struct KeypointForm: Hashable, Sendable {
  fileprivate let x, y: JSONNumber<Double>
  fileprivate let label: String?
  fileprivate let score: JSONNumber<Float>

  init(_ keypoint: NormalizedKeypoint) {
    (x, y) = (JSONNumber(Double(keypoint.location.x)), JSONNumber(Double(keypoint.location.y)))
    (label, score) = (keypoint.label, JSONNumber(keypoint.score))
  }

  var text: String { (label.map { $0 + " " } ?? "") + String(format: "(%.3f, %.3f)", x.value, y.value) }
}

extension KeypointForm: Codable {
  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    x = try container.decode(JSONNumber.self)
    y = try container.decode(JSONNumber.self)
    guard !container.isAtEnd else {
      (label, score) = (nil, JSONNumber(0))
      return
    }
    label = try container.decodeNil() ? nil : container.decode(String.self)
    score = try container.decode(JSONNumber.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    try container.encode(x)
    try container.encode(y)
    guard label != nil || score.value != 0 else { return }
    try container.encode(label)
    try container.encode(score)
  }
}
