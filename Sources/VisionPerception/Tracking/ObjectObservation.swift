import Foundation
import VisionResults

/// An object that a detector saw in one frame, as `ObjectTracker` takes it: of any detector, not only this package's.
public struct ObjectObservation: Sendable, Hashable {
  /// The box around the object, in pixels of the frame; it may reach over the frame's edge.
  public var boundingBox: CGRect
  /// How sure the detector is, 0...1.
  public var score: Float
  /// What the detector takes the object for.
  public var objectClass: ObjectClass

  /// Makes an observation.
  ///
  /// - Parameters:
  ///   - boundingBox: The box around the object, in pixels.
  ///   - score: How sure the detector is, 0...1.
  ///   - objectClass: What the detector takes the object for; a detector of one class need not say.
  public init(boundingBox: CGRect, score: Float, objectClass: ObjectClass = ObjectClass(index: 0)) {
    self.boundingBox = boundingBox
    self.score = score
    self.objectClass = objectClass
  }
}
