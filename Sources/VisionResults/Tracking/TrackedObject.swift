import Foundation

/// An object that `ObjectTracker` follows from frame to frame.
public struct TrackedObject: Sendable, Hashable, Identifiable {
  /// The object's number: the same in every frame, from 1, and never given to another object by the same tracker.
  public var trackingID: Int
  /// The smoothed box around the object, in pixels of the frame and cut off at its edge.
  public var boundingBox: CGRect
  /// The smoothed score, 0...1; lower while the object is not seen.
  public var score: Float
  /// What the object has been taken for most often lately.
  public var objectClass: ObjectClass
  /// How many updates ago the object was last seen; 0 when it was seen in this one.
  public var missedUpdates: Int
  /// The object's place in the list of observations of this update; nil when it was not seen.
  public var observationIndex: Int?

  /// The tracking id, by which lists tell objects apart.
  public var id: Int { trackingID }

  /// Makes a tracked object.
  public init(
    trackingID: Int, boundingBox: CGRect, score: Float, objectClass: ObjectClass, missedUpdates: Int = 0,
    observationIndex: Int? = nil
  ) {
    self.trackingID = trackingID
    self.boundingBox = boundingBox
    self.score = score
    self.objectClass = objectClass
    self.missedUpdates = missedUpdates
    self.observationIndex = observationIndex
  }
}
