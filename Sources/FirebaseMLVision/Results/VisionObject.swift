import Foundation
import VisionTasks

// Safe to share: final, and every property is a constant; an NSNumber does not change.
/// An object that was found in a picture.
public final class VisionObject: NSObject, @unchecked Sendable {
  /// Where the object is, in pixels of the upright picture.
  public let frame: CGRect
  /// The object's number in the stream, the same in every frame; nil in single-image mode.
  public let trackingID: NSNumber?
  /// What kind of thing it is; `.unknown` when that is not known or was not asked for.
  public let classificationCategory: VisionObjectCategory
  /// How sure the category is, 0...1; nil when it is unknown.
  public let confidence: NSNumber?

  init(_ object: FoundObject) {
    frame = object.box
    trackingID = object.trackingID.map { NSNumber(value: $0) }
    classificationCategory = VisionObjectCategory(object.verdict.category)
    confidence = object.verdict.confidence.map { NSNumber(value: $0) }
    super.init()
  }
}
