import Foundation

/// The layout of boxes as text, CSV and JSON.
package struct BoxesFormat: Sendable, Hashable {
  /// How a box's categories are shown.
  package enum Categories: Sendable, Hashable {
    /// All of them below a headline, each in its own CSV row.
    case list(title: String)
    /// The best one in a line, `unknown` without one: ML Kit's coarse classification.
    case coarse
  }

  /// The place of a tracked object's ID.
  package enum Numbering: Sendable, Hashable {
    /// Nowhere: the objects are not tracked.
    case place
    /// In the headline of the object, in place of its position.
    case headline
    /// In a line of its own.
    case line
  }

  /// The headline of a box in the text output: ` Detection #0:`.
  package let title: String
  /// The label of the coordinates in the text output: `Box`.
  package let boxTitle: String
  /// The first column of CSV, the index in the frame: `detection`.
  package let column: String
  /// Whether boxes in JSON are rounded to whole pixels. A detector's boxes always have whole pixels.
  package let roundsBoxes: Bool
  /// How categories are shown.
  package let categories: Categories
  /// The place of a tracked object's ID.
  package let numbering: Numbering

  package init(
    title: String, boxTitle: String, column: String, roundsBoxes: Bool, categories: Categories, numbering: Numbering
  ) {
    self.title = title
    self.boxTitle = boxTitle
    self.column = column
    self.roundsBoxes = roundsBoxes
    self.categories = categories
    self.numbering = numbering
  }
}

/// Boxes, with the trails of tracked objects.
package struct BoxesPart: Sendable {
  /// The layout of the boxes.
  package let format: BoxesFormat
  /// The boxes, best first.
  package let boxes: [OutputBox]
  /// The trails over the last frames, including this one; empty without tracking.
  package let trails: [Trail]

  package init(_ format: BoxesFormat, _ boxes: [OutputBox], trails: [Trail] = []) {
    self.format = format
    self.boxes = boxes
    self.trails = trails
  }
}

/// A box with its categories.
package struct OutputBox: Sendable {
  /// The box in pixels of the image as stored.
  package let box: CGRect
  /// The classes, best first.
  package let categories: [ResultCategory]
  /// The object's keypoints; nil when the model has none.
  package let keypoints: [NormalizedKeypoint]?
  /// The tracking ID; nil without tracking.
  package let trackingID: Int?
  /// Whether the object was detected in this frame. A tracked object is kept for some frames without a detection.
  package let isSeen: Bool

  package init(
    box: CGRect, categories: [ResultCategory], keypoints: [NormalizedKeypoint]? = nil, trackingID: Int? = nil,
    isSeen: Bool = true
  ) {
    self.box = box
    self.categories = categories
    self.keypoints = keypoints
    self.trackingID = trackingID
    self.isSeen = isSeen
  }

  /// A detection's box.
  package init(_ detection: Detection) {
    self.init(box: detection.boundingBox, categories: detection.categories, keypoints: detection.keypoints)
  }

  /// A tracked object's box.
  package init(_ object: TrackedObject) {
    self.init(
      box: object.boundingBox, categories: [object.category], trackingID: object.trackingID,
      isSeen: object.missedUpdates == 0)
  }
}
