import Foundation
import VisionTasks

// Safe to share: final, and every property is a constant; an NSNumber does not change.
/// An object that was found in an image.
public final class VisionObject: NSObject, @unchecked Sendable {
  /// Where the object is, in pixels of the image as it was given, from its top left corner.
  ///
  /// For a sample buffer or an `ImageBuffer` these are the pixels as stored, whatever `VisionImage.metadata` says of their
  /// orientation, as in ML Kit for iOS: code that divides by the buffer's width and height is right. For a `UIImage` they are
  /// those of the image as UIKit draws it. The article "Coming from ML Kit" has a figure.
  public let frame: CGRect
  /// The object's number in the stream, the same in every frame; nil in single-image mode.
  ///
  /// Objects are numbered from 1. 0 is the whole image, which is reported with its own category where nothing was detected.
  public let trackingID: NSNumber?
  /// What kind of thing it is; `.unknown` when that is not known or was not asked for.
  public let classificationCategory: VisionObjectCategory
  /// How sure the category is, 0...1; nil when it is unknown.
  public let confidence: NSNumber?

  init(_ object: FoundObject, frame: CGRect) {
    self.frame = frame
    trackingID = object.trackingID.map { NSNumber(value: $0) }
    classificationCategory = VisionObjectCategory(object.label.category)
    confidence = object.label.confidence.map { NSNumber(value: $0) }
    super.init()
  }

  init(frame: CGRect, trackingID: Int?, classificationCategory: VisionObjectCategory, confidence: Float?) {
    self.frame = frame
    self.trackingID = trackingID.map { NSNumber(value: $0) }
    self.classificationCategory = classificationCategory
    self.confidence = confidence.map { NSNumber(value: $0) }
    super.init()
  }

  /// Whether the other object is an object with the same values.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? VisionObject).map { VisionObjectSnapshot($0) == VisionObjectSnapshot(self) } ?? false
  }

  /// A hash of the values.
  public override var hash: Int { VisionObjectSnapshot(self).hashValue }

  /// Number, category, confidence and frame (x, y, width, height) in whole pixels: `#3 food 0.91 at (96, 40, 312, 280)`.
  public override var description: String {
    let number = trackingID.map { "#\($0) " } ?? ""
    let confidence = confidence.map { String(format: " %.2f", $0.doubleValue) } ?? ""
    return "\(number)\(classificationCategory)\(confidence) at \(BoxSnapshot(frame).text)"
  }

  /// All values.
  public override var debugDescription: String {
    "VisionObject(frame: \(frame), trackingID: \(trackingID.map { "\($0)" } ?? "nil"), "
      + "classificationCategory: \(classificationCategory), confidence: \(confidence.map { "\($0)" } ?? "nil"))"
  }
}
