/// The options of ML Kit's object detection and tracking. `baseOptions` has the detector's model.
package final class ObjectTrackingOptions: TaskOptions, DescribedOptions {
  package enum Relation: Sendable, Hashable { case stream, singleImage }

  package static let maxObjects = 5

  /// Whether images belong together; nil, the default, follows the running mode.
  package var relation: Relation?
  /// Whether up to five objects are reported; false by default: only the most prominent one.
  package var findsMultipleObjects = false
  package var classifies = false
  /// A classifier of ImageNet's 1000 classes.
  package var classifierModelPath: String?
  package var trackerOptions = ObjectTrackerOptions.efficientDet
  /// The detector runs in every n-th frame of a stream; the tracker predicts the boxes in between. Nil, the default, is
  /// automatic; results then depend on the machine's speed.
  package var detectorStride: Int?

  var objectLimit: Int { findsMultipleObjects ? Self.maxObjects : 1 }
  package var isStream: Bool { relation.map { $0 == .stream } ?? (runningMode != .image) }

  private var isGivenStream: Bool {
    get { relation == .stream }
    set { if newValue { relation = .stream } else if isGivenStream { relation = nil } }
  }
  private var isGivenSingleImage: Bool {
    get { relation == .singleImage }
    set { if newValue { relation = .singleImage } else if isGivenSingleImage { relation = nil } }
  }

  package override func copy(with zone: NSZone? = nil) -> Any {
    let copy = duplicate()
    copy.trackerOptions = trackerOptions
    return copy
  }

  package static var liveStreamDelegate: Path<AnyObject?>? { nil }

  package static let table: [TaskOption<ObjectTrackingOptions>] = [
    TaskOption(
      "detectorMode", \.isGivenStream, flag: "stream", group: "Objects", label: "stream",
      help: "Follow objects from frame to frame and give them tracking IDs (default for videos and live streams).",
      place: .commandOnly),
    TaskOption(
      "detectorMode", \.isGivenSingleImage, flag: "single-image", group: "Objects", label: "single-image",
      help: "Process every image or frame independently, without tracking IDs (default for images).",
      excludes: "stream",
      place: .commandOnly),
    TaskOption(
      "shouldEnableMultipleObjects", \.findsMultipleObjects, flag: "multiple-objects", group: "Objects",
      label: "Several objects", help: "Find up to five objects instead of the most prominent one."),
    TaskOption(
      "shouldEnableClassification", \.classifies, flag: "classify", group: "Objects", label: "Categories",
      help: "Put objects into coarse categories: fashion goods, food, home goods, places, plants.",
      details: "Needs a further model."),
    TaskOption(
      "classifierModelPath", \.classifierModelPath, flag: "classifier-model", group: "Objects", label: "Classifier",
      help: "The classifier for --classify, by its name in the catalog or as a file.",
      kind: .model(name: "efficientnet_lite0"), needs: "classify", place: .commandOnly),
    // Not the automatic stride, whose results depend on the machine's speed.
    TaskOption(
      "detectorStride", \.detectorStride, group: "Objects", label: "Detector stride",
      help: "Run the detector in every n-th frame of a stream; objects are predicted in between.",
      details: "Only for the camera and videos.",
      kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...5, served: 100)), initial: .number(1)),
  ]
}
