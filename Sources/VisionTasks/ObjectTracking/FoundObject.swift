import Foundation
import VisionPerception

/// An object that the pipeline of ML Kit's kind found.
package struct FoundObject: Sendable {
  /// The box, in pixels of the upright image; the whole image for a place.
  package var box: CGRect
  /// The number in a stream; nil for an image of its own.
  package var trackingID: Int?
  /// What kind of thing it is; unknown where nobody asked.
  package var label: CoarseLabel

  package init(box: CGRect, trackingID: Int? = nil, label: CoarseLabel = .unknown) {
    self.box = box
    self.trackingID = trackingID
    self.label = label
  }
}
