import ArgumentParser
import MediaPipeTasksVision

/// The options of object detection, with the API's names; only the threshold's default is the command's own.
struct DetectionOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum number of objects to report; -1 is all.", valueName: "n"))
  var maxResults = -1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Minimum score of an object to report (default: 0.3; with --track what the tracker wants of this model, 0.1 or 0.25). The API's own default is the model's, or 0, which lists thousands of boxes for some models.",
      valueName: "x"))
  var scoreThreshold: Float?

  @Option(help: ArgumentHelp("Report only these classes.", valueName: "a,b"))
  var categoryAllow: NameList?

  @Option(help: ArgumentHelp("Never report these classes.", valueName: "a,b"))
  var categoryDeny: NameList?

  @Option(help: ArgumentHelp("The language of display names, where the model has them.", valueName: "locale"))
  var displayNamesLocale = "en"

  @Flag(
    help:
      "Follow the objects of videos and live streams: each has a number that it keeps, and drawings show its trail. Only objects that are followed are reported."
  )
  var track = false

  mutating func validate() throws {
    guard maxResults != 0 else {
      throw ValidationError("--max-results is 0; allowed are numbers from 1, and -1 for all.")
    }
    if let scoreThreshold, scoreThreshold.isNaN {
      throw ValidationError("--score-threshold is \(scoreThreshold); any number is allowed.")
    }
    guard categoryAllow == nil || categoryDeny == nil else {
      throw ValidationError("--category-allow and --category-deny exclude each other.")
    }
  }

  /// Warnings about the values.
  ///
  /// - Parameter modelPath: The model, whose classes the lists are compared with.
  /// - Returns: The warnings, one sentence each.
  /// - Throws: `TasksError` when there are lists and the model cannot be read.
  func warnings(modelPath: String) throws -> [String] {
    let hasLists = categoryAllow != nil || categoryDeny != nil
    let names = hasLists ? try ObjectDetector.categoryNames(ofModelAt: modelPath) : []
    return OptionWarnings.threshold(scoreThreshold, option: "--score-threshold")
      + OptionWarnings.unknownNames(in: categoryAllow, known: names, option: "--category-allow")
      + OptionWarnings.unknownNames(in: categoryDeny, known: names, option: "--category-deny")
  }

  /// Sets the API's options, but for what a tracker decides.
  func apply(to options: ObjectDetectorOptions) {
    options.maxResults = maxResults
    options.scoreThreshold = scoreThreshold ?? 0.3
    options.categoryAllowlist = categoryAllow?.names ?? []
    options.categoryDenylist = categoryDeny?.names ?? []
    options.displayNamesLocale = displayNamesLocale
  }

  /// Sets what the detector gives the tracker: weak objects, too, and all, of which the tracker chooses those to report.
  ///
  /// - Returns: The tracker's settings.
  func applyTracking(_ fitting: ObjectTrackerOptions, to options: ObjectDetectorOptions) -> ObjectTrackerOptions {
    var tracking = fitting
    tracking.maxObjects = maxResults > 0 ? maxResults : nil
    options.maxResults = -1
    options.scoreThreshold = scoreThreshold ?? tracking.minScore
    return tracking
  }
}
