import ArgumentParser
import FirebaseMLVision
import MediaPipeTasksVision
import VisionCatalog

/// The options of ML Kit's object detection and tracking.
struct TrackOptions: ParsableArguments {
  /// What pictures have to do with each other.
  enum Relation: EnumerableFlag {
    case stream, singleImage

    static func name(for value: Relation) -> NameSpecification { .long }

    static func help(for value: Relation) -> ArgumentHelp? {
      switch value {
      case .stream: "Follow objects from frame to frame and number them (default for videos and live streams)."
      case .singleImage: "Look at every picture or frame on its own, without numbers (default for pictures)."
      }
    }
  }

  @Flag(exclusivity: .exclusive)
  var relation: Relation?

  @Flag(help: "Find up to five objects instead of the most prominent one.")
  var multipleObjects = false

  @Flag(help: "Put objects into coarse categories: fashion goods, food, home goods, places, plants.")
  var classify = false

  @Option(
    help: ArgumentHelp(
      "The classifier for --classify, by its name in the catalog or as a file (default: efficientnet_lite0).",
      valueName: "name-or-path"))
  var classifierModel: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let the detector look at every so many frames of a stream; in between objects are predicted.", valueName: "n"))
  var detectorStride = 1

  /// The file of the classifier; nil when no categories are asked for.
  ///
  /// - Throws: `TasksError` with `notFoundError` for a model that is not there.
  func classifierPath() throws -> String? {
    classify ? try ModelCatalog().resolve(classifierModel ?? "efficientnet_lite0") : nil
  }

  /// Sets the API's options, but for the models and how they run.
  func apply(to options: VisionObjectDetectorOptions, mode: RunningMode) {
    options.detectorMode =
      switch relation {
      case .stream: .stream
      case .singleImage: .singleImage
      case nil: mode == .image ? .singleImage : .stream
      }
    options.shouldEnableMultipleObjects = multipleObjects
    options.shouldEnableClassification = classify
    options.detectorStride = detectorStride
  }

  mutating func validate() throws {
    guard detectorStride >= 1 else {
      throw ValidationError("--detector-stride is \(detectorStride); allowed are integers from 1.")
    }
    guard classify || classifierModel == nil else {
      throw ValidationError("--classifier-model needs --classify.")
    }
  }
}
