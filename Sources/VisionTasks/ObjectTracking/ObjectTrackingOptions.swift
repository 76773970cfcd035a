import Foundation
import VisionPerception

/// The options of ML Kit's object detection and tracking. `baseOptions` has the detector's model.
package final class ObjectTrackingOptions: TaskOptions, DescribedOptions {
  /// Whether images belong together.
  package enum Relation: Sendable, Hashable {
    /// Images are frames of a stream.
    case stream
    /// Images are independent.
    case singleImage
  }

  /// The maximum number of reported objects, as in ML Kit.
  package static let maxObjects = 5

  package var runningMode: RunningMode = .image
  /// Whether images belong together; nil, the default, follows the running mode.
  package var relation: Relation?
  /// Whether up to five objects are reported; false by default: only the most prominent one.
  package var findsMultipleObjects = false
  /// Whether objects are classified into coarse categories; false by default.
  package var classifies = false
  /// The path of a classifier of ImageNet's 1000 classes; nil by default.
  package var classifierModelPath: String?
  /// The options of the tracker; by default those for EfficientDet's scores.
  package var trackerOptions = ObjectTrackerOptions.efficientDet
  /// The detector runs in every n-th frame of a stream; the tracker predicts the boxes in between. Nil, the default, is
  /// automatic; results then depend on the machine's speed.
  package var detectorStride: Int?

  package var liveStreamDelegate: (name: String, isSet: Bool)? { nil }

  /// The maximum number of reported objects with these options.
  var objectLimit: Int { findsMultipleObjects ? Self.maxObjects : 1 }

  /// Whether images are frames of a stream.
  package var isStream: Bool { relation.map { $0 == .stream } ?? (runningMode != .image) }

  package override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ObjectTrackingOptions()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    copy.relation = relation
    copy.findsMultipleObjects = findsMultipleObjects
    copy.classifies = classifies
    copy.classifierModelPath = classifierModelPath
    copy.trackerOptions = trackerOptions
    copy.detectorStride = detectorStride
    return copy
  }
}
