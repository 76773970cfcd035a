import Foundation
import VisionPerception

/// The options of object tracking in ML Kit's way, as programs have them; `baseOptions` has the detector's model.
package final class ObjectTrackingOptions: TaskOptions, DescribedOptions {
  /// How images are related.
  package enum Relation: Sendable, Hashable {
    /// They are frames of a stream.
    case stream
    /// Each stands alone.
    case singleImage
  }

  package var runningMode: RunningMode = .image
  /// How images are related; nil, the default, follows the running mode.
  package var relation: Relation?
  /// Whether up to five objects are found; false by default: only the most prominent one.
  package var findsMultipleObjects = false
  /// Whether objects are put into coarse categories; false by default.
  package var classifies = false
  /// The path of a classifier of ImageNet's thousand classes; nil, the default, is none.
  package var classifierModelPath: String?
  /// How objects are followed; by default as fits EfficientDet's scores.
  package var trackerOptions = ObjectTrackerOptions.efficientDet
  /// The detector runs in every so many frames of a stream. Nil, the default, is automatic, so that what is found depends on the
  /// machine's speed.
  package var detectorStride: Int?

  package var liveStreamDelegate: (name: String, isSet: Bool)? { nil }

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

extension ObjectTrackingSettings {
  /// What the options say.
  init(_ options: ObjectTrackingOptions) {
    self.init()
    isStream = options.isStream
    findsSeveral = options.findsMultipleObjects
    tracking = options.trackerOptions
    detectorStride = options.detectorStride
  }
}
