import Foundation

/// The options of `ObjectDetector`.
public final class ObjectDetectorOptions: TaskOptions {
  /// How the task gets its images; `.image` by default.
  public var runningMode: RunningMode = .image

  /// Gets the results in `.liveStream` mode and must be nil in the other modes, as it is by default.
  ///
  /// Held weakly, here and by the task: keep a reference to it yourself.
  public weak var objectDetectorLiveStreamDelegate: (any ObjectDetectorLiveStreamDelegate)?

  /// The language of the display names, as the model's metadata names it; `en` by default. Without names in this language
  /// results have none, as in MediaPipe; a warning on standard error says so once.
  public var displayNamesLocale = "en"

  /// The maximum number of objects to report; -1, the default, and every negative number mean all. 0 is refused.
  ///
  /// Detectors with raw outputs, such as EfficientDet, have thousands of candidates: set this or `scoreThreshold`.
  public var maxResults = -1

  /// The minimum score of an object that is reported; any number, 0 by default.
  ///
  /// An assigned value overrides the threshold in the model's metadata; 0 keeps every object. Until a value is assigned, the
  /// model's threshold is in force, and 0 where it has none.
  public var scoreThreshold: Float = 0 {
    didSet { isScoreThresholdSet = true }
  }

  /// Whether `scoreThreshold` was assigned, so that an explicit 0 differs from the default.
  package private(set) var isScoreThresholdSet = false

  /// The names of the categories that may be reported; empty, the default, means all.
  ///
  /// Names that the model does not know and repeated ones are ignored. Cannot be combined with `categoryDenylist`.
  public var categoryAllowlist: [String] = []

  /// The names of the categories that are never reported; empty, the default, means none.
  ///
  /// Names that the model does not know and repeated ones are ignored. Cannot be combined with `categoryAllowlist`.
  public var categoryDenylist: [String] = []

  /// Whether boxes hide one another only within a class; false by default: an object has one class.
  ///
  /// For models with raw outputs. MediaPipe has it as `multiclass_nms`, but not on iOS.
  public var multiclassNms = false

  /// The overlap (intersection over union, 0...1) above which the weaker of two boxes is dropped; 0.3 by default.
  ///
  /// For models with raw outputs. MediaPipe has it as `min_suppression_threshold`, but not on iOS.
  public var minSuppressionThreshold: Float = 0.3

  /// Whether a tracker follows the objects of videos and live streams; for programs, whose results can be of another type.
  package var isTracking = false

  /// A copy with the same values and the same delegate.
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
