/// The options of `ObjectDetector`.
public final class ObjectDetectorOptions: CategoryOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var objectDetectorLiveStreamDelegate: (any ObjectDetectorLiveStreamDelegate)?

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

  package static let liveStreamDelegate: Path<(any ObjectDetectorLiveStreamDelegate)?>? =
    \ObjectDetectorOptions.objectDetectorLiveStreamDelegate

  package static let table: [TaskOption<ObjectDetectorOptions>] =
    TaskOption.categories(
      CategoryWords(
        group: "Objects", one: "an object", several: "objects", threshold: ObjectDetector.programThreshold,
        evaluatedThreshold: ObjectDetector.evaluatedThreshold, thresholdUnless: "track"),
      vocabulary: { CategoryVocabulary("classes", try ObjectDetector.categoryNames(ofModelAt: $0)) })
    + [
      TaskOption(
        "isTracking", \.isTracking, of: .program, flag: "track", group: "Objects", label: "Tracking",
        help:
          "Follow the objects of videos and live streams: each has a tracking ID that lasts, and drawings show its trail. Only followed objects are reported. Without a threshold, low scores count too. Images are detected as without this option."
      ),
      TaskOption(
        "minSuppressionThreshold", \.minSuppressionThreshold, group: "Objects", label: "Overlap",
        help: "Maximum overlap of two boxes; beyond, the one with the lower score is dropped.", place: .swiftOnly),
      TaskOption(
        "multiclassNms", \.multiclassNms, group: "Objects", label: "Overlap of classes",
        help: "Let only boxes of the same class suppress each other.", place: .swiftOnly),
    ]
}
