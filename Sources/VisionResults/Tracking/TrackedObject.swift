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
    self.index = index
    self.name = name
    self.displayName = displayName
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
    self.trackingID = trackingID
    self.boundingBox = boundingBox
    self.score = score
    self.objectClass = objectClass
    self.missedUpdates = missedUpdates
    self.observationIndex = observationIndex
  }
}
