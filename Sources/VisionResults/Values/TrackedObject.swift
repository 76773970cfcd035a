import Foundation

/// The class that a detector assigned to an object.
public struct ObjectClass: Sendable, Hashable {
  /// The index in the detector's labels; any value may mean "no class".
  public var index: Int
  /// The label; nil when the detector has none.
  public var name: String?
  /// The localized label; nil when the detector has none.
  public var displayName: String?

  /// Makes a class.
  ///
  /// - Parameters:
  ///   - index: The index in the detector's labels.
  ///   - name: The label.
  ///   - displayName: The localized label.
  public init(index: Int, name: String? = nil, displayName: String? = nil) {
    (self.index, self.name, self.displayName) = (index, name, displayName)
  }
}

/// An object that `ObjectTracker` tracks from frame to frame.
public struct TrackedObject: Sendable, Hashable, Identifiable {
  /// The tracking ID, from 1: the same in every frame, and never reused by the same tracker.
  public var trackingID: Int
  /// The smoothed box around the object, in pixels of the frame, clipped to it.
  public var boundingBox: CGRect
  /// The smoothed score, 0...1; lower while the object is not detected.
  public var score: Float
  /// The class with the most votes of recent frames.
  public var objectClass: ObjectClass
  /// The number of updates since the object was last detected; 0 if it was detected in this one.
  public var missedUpdates: Int
  /// The object's index in the observations of this update; nil when it was not detected.
  public var observationIndex: Int?

  /// The tracking ID.
  public var id: Int { trackingID }

  /// Makes a tracked object.
  public init(
    trackingID: Int, boundingBox: CGRect, score: Float, objectClass: ObjectClass, missedUpdates: Int = 0,
    observationIndex: Int? = nil
  ) {
    (self.trackingID, self.boundingBox, self.score) = (trackingID, boundingBox, score)
    (self.objectClass, self.missedUpdates) = (objectClass, missedUpdates)
    self.observationIndex = observationIndex
  }
}

extension TrackedObject: Codable {
  /// Decodes the output of `encode(to:)`, and an element of `detections` of `vision detect --track --json`.
  public init(from decoder: any Decoder) throws {
    let form = try BoxForm(from: decoder)
    guard let categories = form.categories else { throw BoxForm.missing(.categories, decoder) }
    guard let trackingID = form.trackingId else { throw BoxForm.missing(.trackingId, decoder) }
    guard let category = categories.first?.category(impliesDisplayName: false), categories.count == 1 else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath + [BoxForm.CodingKeys.categories],
          debugDescription: "A tracked object has one category."))
    }
    self.init(
      trackingID: trackingID, boundingBox: form.boundingBox.rect, score: category.score,
      objectClass: ObjectClass(index: category.index, name: category.categoryName, displayName: category.displayName),
      missedUpdates: form.missedUpdates ?? 0, observationIndex: form.observationIndex)
  }

  /// Writes an object with `trackingId`, `boundingBox`, `categories` (the class with the score), `missedUpdates` and,
  /// if the object was detected, `observationIndex`. The command writes the first three, with the box in whole pixels.
  public func encode(to encoder: any Encoder) throws {
    var form = BoxForm(boundingBox)
    form.categories = [CategoryForm(category)]
    (form.trackingId, form.missedUpdates, form.observationIndex) = (trackingID, missedUpdates, observationIndex)
    try form.encode(to: encoder)
  }

  /// The class as a detection's category, with the smoothed score.
  package var category: ResultCategory {
    ResultCategory(
      index: objectClass.index, score: score, categoryName: objectClass.name, displayName: objectClass.displayName)
  }
}

extension TrackedObject: CustomStringConvertible {
  /// ID, class, score and box (x, y, width, height) in whole pixels: `#3 cat 0.72 at (96, 40, 312, 280)`.
  public var description: String { "#\(trackingID) \(category) at \(RectForm(boundingBox).text)" }
}
