import VisionTasks

// `@unchecked Sendable` is safe: the class is final, every property is a constant, and NSNumber is immutable.
/// A detected object.
public final class VisionObject: NSObject, @unchecked Sendable {
  /// The box of the object, in pixels of the input image, relative to its top left corner.
  ///
  /// For a sample buffer or an `ImageBuffer` these are pixels as stored, whatever orientation `VisionImage.metadata`
  /// has, as in ML Kit for iOS: divide by the buffer's width and height to normalize. For a `UIImage` they are pixels
  /// of the image as UIKit draws it. The article
  /// "Coming from ML Kit" has a figure.
  public let frame: CGRect
  /// The object's tracking ID, the same in every frame of the stream; nil in single-image mode.
  ///
  /// IDs start at 1. 0 is the whole image, which is reported with its category when no object was detected.
  public let trackingID: NSNumber?
  /// The coarse category; `.unknown` if it is unknown or classification is off.
  public let classificationCategory: VisionObjectCategory
  /// The score of the category, 0...1; nil when it is unknown.
  public let confidence: NSNumber?

  convenience init(_ object: FoundObject, frame: CGRect) {
    self.init(
      frame: frame, trackingID: object.trackingID,
      classificationCategory: VisionObjectCategory(object.label.category), confidence: object.label.confidence)
  }

  init(frame: CGRect, trackingID: Int?, classificationCategory: VisionObjectCategory, confidence: Float?) {
    (self.frame, self.classificationCategory) = (frame, classificationCategory)
    self.trackingID = trackingID.map { NSNumber(value: $0) }
    self.confidence = confidence.map { NSNumber(value: $0) }
    super.init()
  }

  /// Whether the other object is a `VisionObject` with equal values.
  public override func isEqual(_ object: Any?) -> Bool { (object as? VisionObject).map { $0.form == form } ?? false }

  /// A hash of the values.
  public override var hash: Int { form.hashValue }

  /// Tracking ID, category, confidence and frame (x, y, width, height) in whole pixels: `#3 food 0.91 at (96, 40, 312,
  /// 280)`.
  public override var description: String {
    let number = trackingID.map { "#\($0) " } ?? ""
    let confidence = confidence.map { String(format: " %.2f", $0.doubleValue) } ?? ""
    return "\(number)\(classificationCategory)\(confidence) at \(RectForm(frame).text)"
  }

  /// All values.
  public override var debugDescription: String {
    "VisionObject(frame: \(frame), trackingID: \(trackingID.map { "\($0)" } ?? "nil"), "
      + "classificationCategory: \(classificationCategory), confidence: \(confidence.map { "\($0)" } ?? "nil"))"
  }
}

/// The coarse category of an object, with ML Kit's raw values.
public enum VisionObjectCategory: Int, Sendable, CaseIterable {
  /// Unknown, none of the others, or classification is off.
  case unknown = 0
  /// Goods for home, office and garden.
  case homeGoods = 1
  /// Clothes, shoes, bags, jewellery.
  case fashionGoods = 2
  /// Food and drink.
  case food = 3
  /// Buildings and landscapes.
  case places = 4
  /// Plants and fungi.
  case plants = 5

  init(_ category: CoarseCategory) { self = VisionObjectCategory(rawValue: category.rawValue) ?? .unknown }
}

extension VisionObject: Codable {
  /// Decodes the output of `encode(to:)`, and an element of `detections` of `vision track --json`.
  ///
  /// - Throws: `DecodingError` for a missing value and an unknown category.
  public convenience init(from decoder: any Decoder) throws {
    let form = try BoxForm(from: decoder)
    guard let name = form.classificationCategory else { throw BoxForm.missing(.classificationCategory, decoder) }
    guard let category = VisionObjectCategory.allCases.first(where: { "\($0)" == name }) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "There is no category \(name); allowed are "
            + VisionObjectCategory.allCases.map { "\($0)" }.joined(separator: ", ") + "."))
    }
    self.init(
      frame: form.boundingBox.rect, trackingID: form.trackingId, classificationCategory: category,
      confidence: form.confidence?.value)
  }

  /// Writes `boundingBox` (`x`, `y`, `width`, `height` in pixels), `trackingId`, `classificationCategory` and
  /// `confidence`, as `vision track --json` does. The command also writes `categories`, and rounds the box to whole
  /// pixels.
  public func encode(to encoder: any Encoder) throws { try form.encode(to: encoder) }

  fileprivate var form: BoxForm {
    var form = BoxForm(frame)
    form.trackingId = trackingID?.intValue
    form.classificationCategory = "\(classificationCategory)"
    form.confidence = confidence.map { JSONNumber($0.floatValue) }
    return form
  }
}
