import Foundation
import VisionResults

/// A detection in one frame as input of `ObjectTracker`, from any detector.
public struct ObjectObservation: Sendable, Hashable {
  /// The box around the object, in pixels of the frame; it may extend beyond the frame.
  public var boundingBox: CGRect
  /// The detector's score, 0...1.
  public var score: Float
  /// The object's class.
  public var objectClass: ObjectClass

  /// Makes an observation.
  ///
  /// - Parameters:
  ///   - boundingBox: The box around the object, in pixels.
  ///   - score: The detector's score, 0...1.
  ///   - objectClass: The object's class; not needed for a detector with one class.
  public init(boundingBox: CGRect, score: Float, objectClass: ObjectClass = ObjectClass(index: 0)) {
    self.boundingBox = boundingBox
    self.score = score
    self.objectClass = objectClass
  }
}
