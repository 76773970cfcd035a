import Foundation

/// The options of `ObjectDetector`.
public final class ObjectDetectorOptions: TaskOptions {
  /// The running mode; `.image` by default.
  public var runningMode: RunningMode = .image

  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var objectDetectorLiveStreamDelegate: (any ObjectDetectorLiveStreamDelegate)?

  /// The locale of the display names, as in the model's metadata; `en` by default. If the model has no names in this
  /// locale the results have none, as in MediaPipe, with one warning on standard error.
  public var displayNamesLocale = "en"

  /// The maximum number of objects to report. -1, the default, and every negative number mean all; 0 is an error.
  ///
  /// Detectors with raw outputs, such as EfficientDet, have thousands of candidate boxes: set this or `scoreThreshold`.
  public var maxResults = -1

  /// The minimum score of an object to report; any number, 0 by default.
  ///
  /// An assigned value overrides the threshold in the model's metadata; 0 keeps every object. Until a value is assigned
  /// the model's threshold applies, or 0 if it has none.
  public var scoreThreshold: Float = 0 {
    didSet { isScoreThresholdSet = true }
  }

  /// Whether `scoreThreshold` was assigned, so that an explicit 0 differs from the default.
  package private(set) var isScoreThresholdSet = false

  /// The names of the categories to report; empty, the default, means all.
  ///
  /// Unknown and repeated names are ignored. Cannot be combined with `categoryDenylist`.
  public var categoryAllowlist: [String] = []

  /// The names of the categories not to report; empty, the default, means none.
  ///
  /// Unknown and repeated names are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String] = []

  /// Whether non-maximum suppression runs per class; false by default: boxes of all classes suppress each other.
  ///
  /// For models with raw outputs. MediaPipe's `multiclass_nms`, which its iOS tasks do not have.
  public var multiclassNms = false

  /// The overlap (intersection over union, 0...1) above which the lower-scoring of two boxes is dropped; 0.3 by
  /// default.
  ///
  /// For models with raw outputs. MediaPipe's `min_suppression_threshold`, which its iOS tasks do not have.
  public var minSuppressionThreshold: Float = 0.3

  /// Whether a tracker follows the objects of videos and live streams. For programs only, since the output has another
  /// type.
  package var isTracking = false

  /// A copy with equal values and the same delegate.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ObjectDetectorOptions()
    copy.baseOptions = baseOptions
    copy.runningMode = runningMode
    copy.objectDetectorLiveStreamDelegate = objectDetectorLiveStreamDelegate
    copy.displayNamesLocale = displayNamesLocale
    copy.maxResults = maxResults
    copy.scoreThreshold = scoreThreshold
    copy.isScoreThresholdSet = isScoreThresholdSet
    copy.categoryAllowlist = categoryAllowlist
    copy.categoryDenylist = categoryDenylist
    copy.multiclassNms = multiclassNms
    copy.minSuppressionThreshold = minSuppressionThreshold
    copy.isTracking = isTracking
    return copy
  }
}
