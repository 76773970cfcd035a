import VisionPerception

/// What the pipeline of ML Kit's kind is to do.
package struct ObjectTrackingSettings: Sendable {
  /// Whether images are frames of a stream, whose objects are followed.
  package var isStream = true
  /// Whether up to five objects are reported, or the most prominent one.
  package var findsSeveral = false
  /// The tracker's settings.
  package var tracking = ObjectTrackerOptions.efficientDet
  /// The detector runs in every so many frames; in between objects are where they are predicted to be. Nil lets its measured
  /// time decide, so that what is found depends on the machine's speed.
  package var detectorStride: Int? = 1

  /// The maximum number of reported objects, as in ML Kit.
  package static let mostObjects = 5

  package init() {}

  /// The maximum number of reported objects.
  var objectLimit: Int { findsSeveral ? Self.mostObjects : 1 }
}
