import ArgumentParser
import Testing
import VisionCore
import VisionTasks

@testable import VisionCommand

@Suite struct CommandLineTests {
  private func gesture(_ arguments: String...) throws -> TaskCommand<GestureRecognizer> {
    try #require(try Vision.parseAsRoot(["gesture"] + arguments) as? TaskCommand<GestureRecognizer>)
  }

  @Test("Without flags a task has the API's defaults")
  func defaults() throws {
    let command = try gesture("hand.png")
    let options = command.taskOptions(modelPath: "model.task", mode: .image)
    let defaults = GestureRecognizerOptions()
    #expect(options.baseOptions.modelAssetPath == "model.task")
    #expect(options.numHands == defaults.numHands)
    #expect(options.minHandDetectionConfidence == defaults.minHandDetectionConfidence)
    #expect(options.minHandPresenceConfidence == defaults.minHandPresenceConfidence)
    #expect(options.minTrackingConfidence == defaults.minTrackingConfidence)
    #expect(options.cannedGesturesClassifierOptions == nil)
    #expect(options.customGesturesClassifierOptions == nil)
    #expect(command.media.inputs == ["hand.png"])
    #expect(command.media.mode == .auto)
    #expect(command.media.printsText)
  }

  @Test("Every flag reaches its option")
  func everyFlag() throws {
    let options = try gesture(
      "hand.png", "--num-hands", "3", "--min-hand-detection-confidence", "0.1", "--min-hand-presence-confidence", "0.2",
      "--min-tracking-confidence", "0.3", "--threads", "2", "--canned-score-threshold", "0", "--canned-max-results",
      "4",
      "--canned-allow", "Victory, Thumb_Up", "--custom-deny", "none"
    ).taskOptions(modelPath: "model.task", mode: .video)
    #expect(options.runningMode == .video)
    #expect(options.numHands == 3)
    #expect(options.minHandDetectionConfidence == 0.1)
    #expect(options.minHandPresenceConfidence == 0.2)
    #expect(options.minTrackingConfidence == 0.3)
    #expect(options.baseOptions.threadCount == 2)
    #expect(options.cannedGesturesClassifierOptions?.assignedScoreThreshold != nil)
    #expect(options.cannedGesturesClassifierOptions?.maxResults == 4)
    #expect(options.cannedGesturesClassifierOptions?.categoryAllowlist == ["Victory", "Thumb_Up"])
    #expect(options.customGesturesClassifierOptions?.categoryDenylist == ["none"])
    #expect(options.customGesturesClassifierOptions?.assignedScoreThreshold == nil)
  }

  @Test("Hand options reach the Hand Landmarker")
  func handCommand() throws {
    let parsed = try Vision.parseAsRoot(["hand", "-", "--num-hands", "2", "--rotation", "270"])
    let command = try #require(parsed as? TaskCommand<HandLandmarker>)
    #expect(command.taskOptions(modelPath: "model.task", mode: .image).numHands == 2)
    #expect(command.media.engine.rotation.orientation == .left)
  }

  @Test("Detection: the API's defaults but for the threshold, and every flag reaches its option")
  func detectCommand() throws {
    func options(_ arguments: String...) throws -> ObjectDetectorOptions {
      let command = try #require(
        try Vision.parseAsRoot(["detect", "a.png"] + arguments) as? TaskCommand<ObjectDetector>)
      return command.taskOptions(modelPath: "model.tflite", mode: .video)
    }
    let defaults = try options()
    #expect(defaults.maxResults == -1 && defaults.scoreThreshold == 0.3 && defaults.displayNamesLocale == "en")
    #expect(defaults.categoryAllowlist.isEmpty && defaults.categoryDenylist.isEmpty)
    #expect(defaults.runningMode == .video && defaults.baseOptions.modelAssetPath == "model.tflite")
    let given = try options(
      "--max-results", "3", "--score-threshold", "0", "--category-allow", "cat, hot dog", "--display-names-locale",
      "de", "--threads", "1")
    #expect(given.maxResults == 3 && given.scoreThreshold == 0 && given.displayNamesLocale == "de")
    #expect(given.categoryAllowlist == ["cat", "hot dog"] && given.baseOptions.threadCount == 1)
    #expect(try options("--category-deny", "person").categoryDenylist == ["person"])
    // The tracker wants weak objects, too, and chooses its threshold itself.
    #expect(try !defaults.isTracking && options("--track").isTracking)
    #expect(try options("--track").assignedScoreThreshold == nil)
    #expect(try options("--track", "--score-threshold", "0.3").scoreThreshold == 0.3)
  }

  @Test("Tracking: the mode follows the input unless it is named, and every flag reaches its option")
  func trackCommand() throws {
    func options(_ mode: RunningMode, _ arguments: String...) throws -> ObjectTrackingOptions {
      let command = try #require(
        try Vision.parseAsRoot(["track", "a.png"] + arguments) as? TaskCommand<ObjectTracking>)
      return command.taskOptions(modelPath: "d.tflite", mode: mode)
    }
    #expect(try !options(.image).isStream)
    #expect(try options(.video).isStream)
    #expect(try !options(.liveStream, "--single-image").isStream)
    let given = try options(
      .image, "--stream", "--multiple-objects", "--classify", "--classifier-model", "c.tflite", "--detector-stride", "3"
    )
    #expect(given.isStream && ObjectTracking.isSequential(given) && given.findsMultipleObjects && given.classifies)
    #expect(given.detectorStride == 3 && given.baseOptions.modelAssetPath == "d.tflite")
    #expect(given.classifierModelPath == "c.tflite")
    let defaults = try options(.video)
    #expect(!defaults.findsMultipleObjects && !defaults.classifies && defaults.classifierModelPath == nil)
    // A file's results must not depend on the machine's speed, as the automatic stride would have it.
    #expect(defaults.detectorStride == 1 && ObjectTrackingOptions().detectorStride == nil)
  }

  @Test("A further model is looked up when the toggle that needs it is on")
  func furtherModel() {
    let path = { (name: String) in "/models/" + name }
    #expect(ObjectTracking.resolvingModels(in: [:], path: path).isEmpty)
    #expect(
      ObjectTracking.resolvingModels(in: ["classify": .toggle(true)], path: path)["classifierModel"]
        == .text("/models/efficientnet_lite0"))
    #expect(
      ObjectTracking.resolvingModels(in: ["classify": .toggle(true), "classifierModel": .text("c")], path: path)[
        "classifierModel"] == .text("/models/c"))
  }

  @Test(
    "A wrong command line ends with status 2",
    arguments: [
      ["gesture"], ["gesture", "a", "--num-hands", "0"], ["gesture", "a", "--min-tracking-confidence", "1.5"],
      ["gesture", "a", "--canned-allow", "A", "--canned-deny", "B"], ["gesture", "a", "--custom-allow", ","],
      ["gesture", "a", "--custom-score-threshold", "nan"], ["hand", "a", "--rotation", "45"],
      ["hand", "a", "--mode", "fast"], ["hand", "a", "--max-frames", "0"], ["hand", "a", "--threads", "-1"],
      ["hand", "a", "--quiet", "--verbose"], ["hand", "-", "-"], ["hand", "a", "--canned-allow", "A"], ["dance"],
      ["detect", "a", "--max-results", "0"], ["detect", "a", "--score-threshold", "nan"],
      ["detect", "a", "--category-allow", "cat", "--category-deny", "dog"], ["detect", "a", "--num-hands", "1"],
      ["track", "a", "--stream", "--single-image"], ["track", "a", "--detector-stride", "0"],
      ["track", "a", "--classifier-model", "b"], ["detect", "a", "--threads", "100000"], ["hand", "a", "--jobs", "-1"],
      ["hand", "a", "--num-hands", "-1"], ["bench", "task", "detect", "a", "--threads", "257"],
      ["detect", "a", "--max-results", "--quiet"],
    ])
  func wrongUsage(arguments: [String]) throws {
    let error = try #require(throws: (any Error).self) { try Vision.parseAsRoot(arguments) }
    #expect(ExitStatus(error) == .wrongUsage)
  }

  @Test("Negative numbers are values, with a space as with an equals sign", arguments: [false, true])
  func negativeNumbers(withSpace: Bool) throws {
    func arguments(_ option: String, _ value: String) -> [String] {
      withSpace ? [option, value] : ["\(option)=\(value)"]
    }
    let detect = try #require(
      try Vision.parseAsRoot(
        ["detect", "a"] + arguments("--max-results", "-1") + arguments("--score-threshold", "-0.5"))
        as? TaskCommand<ObjectDetector>)
    #expect(detect.arguments.values == ["maxResults": .number(-1), "scoreThreshold": .number(-0.5)])
    for prefix in ["canned", "custom"] {
      let gesture = try #require(
        try Vision.parseAsRoot(
          ["gesture", "a"] + arguments("--\(prefix)-max-results", "-1")
            + arguments("--\(prefix)-score-threshold", "-1")) as? TaskCommand<GestureRecognizer>)
      #expect(
        gesture.arguments.values == ["\(prefix)MaxResults": .number(-1), "\(prefix)ScoreThreshold": .number(-1)])
    }
    // What is out of range is named with its range, not as a missing value.
    let error = try #require(throws: (any Error).self) {
      try Vision.parseAsRoot(["hand", "a"] + arguments("--min-tracking-confidence", "-2"))
    }
    #expect(Vision.message(for: error) == "--min-tracking-confidence is -2; allowed are 0 to 1.")
  }

  @Test(
    "A number that cannot be read, and a share that is none, are refused with what is allowed",
    arguments: [
      (["face", "a", "--num-faces=1.5"], "--num-faces is 1.5; allowed is any integer from 1."),
      (["hand", "a", "--num-hands=-99999999999999999999"], "--num-hands is -1e+20; allowed is any integer from 1."),
      (["face", "a", "--min-face-detection-confidence=1e400"], "the number is out of range."),
      (["face", "a", "--threads=1.5"], "a whole number is needed."),
      (["face", "a", "--threads=99999999999999999999"], "the number is out of range."),
      (["hand", "a", "--num-hands=0x2"], "0x2"),
      (["gestures", "train", "a", "--out", "b.task", "--seed", "-1"], "the number is out of range."),
      (["batch", "face", "a", "--out", "b", "--part-size", "x"], "a whole number is needed."),
      (["batch", "face", "a", "--out", "b", "--segment-seconds", "1e400"], "the number is out of range."),
      (["batch", "face", "a", "--out", "b", "--shard", "4/4"], "allowed are 0/N to N-1/N, env and env/N"),
    ])
  func allowedNumbers(arguments: [String], message: String) throws {
    let error = try #require(throws: (any Error).self) { try Vision.parseAsRoot(arguments) }
    #expect(Vision.message(for: error).contains(message), "\(Vision.message(for: error))")
    #expect(ExitStatus(error) == .wrongUsage)
  }

  @Test("Too many threads and jobs are refused with the allowed range; more jobs than inputs are not more tasks")
  func threadsAndJobs() throws {
    let error = try #require(throws: (any Error).self) {
      try Vision.parseAsRoot(["detect", "a", "--threads", "100000"])
    }
    #expect(Vision.message(for: error) == "--threads is 100000; allowed are 1 to 256.")
    for command in [
      ["detect", "a"], ["similar", "a", "b"], ["batch", "detect", "a", "--out", "b"], ["evaluate", "detect", "a"],
    ] {
      let error = try #require(throws: (any Error).self) { try Vision.parseAsRoot(command + ["--jobs", "257"]) }
      #expect(Vision.message(for: error) == "--jobs is 257; allowed are 1 to 256.")
    }
    let media = try gesture("a.png", "b.png", "--jobs", "256").media
    #expect(media.poolSize(inputCount: 2) == 2 && media.poolSize(inputCount: 0) == 1)
    #expect(media.poolSize(inputCount: 100_000) == 256)
    let file = URL(fileURLWithPath: #filePath).path
    #expect(try gesture(file, "--jobs", "256").media.poolSize(inputCount: .max) == 1)
  }

  @Test("The usage of what is found wrong after parsing is the subcommand's own")
  func usage() {
    #expect(
      Vision.usage(of: TaskCommand<PoseLandmarker>.self)
        == "Usage: vision pose [<options>] [<input> ...]\n  See 'vision pose --help' for more information.")
    #expect(Vision.usage(of: ModelsFetchCommand.self).contains("'vision models fetch --help'"))
  }

  @Test("--version is the package's version")
  func version() throws {
    let error = try #require(throws: (any Error).self) { try Vision.parseAsRoot(["--version"]) }
    #expect(ExitStatus(error) == .done)
    let version = Vision.message(for: error)
    #expect(version == PackageVersion.current && version.wholeMatch(of: /\d+\.\d+\.\d+(-\w+)?/) != nil)
  }

  @Test("Asking for help is no failure")
  func help() throws {
    let error = try #require(throws: (any Error).self) {
      var command = try Vision.parseAsRoot(["gesture", "--help"])
      try command.run()
    }
    #expect(ExitStatus(error) == .done)
  }

  @Test("Errors of a model end with status 3, failed inputs and lost outputs with 1, a reader that is gone with 141")
  func exitStatus() {
    #expect(ExitStatus(LostOutput(message: "full")) == .someInputsFailed)
    #expect(ExitStatus(LostOutput(message: "gone", isReaderGone: true)) == .readerGone)
    #expect(ExitStatus(TasksError.notFound("no model")) == .unusableModel)
    #expect(ExitStatus(ExitStatus.someInputsFailed) == .someInputsFailed)
    #expect(ExitStatus(ExitCode(3)) == .unusableModel)
  }

  @Test("A file asked for silences the text")
  func printsText() throws {
    #expect(try !gesture("a", "--quiet").media.printsText)
    #expect(try !gesture("a", "--json", "-").media.printsText)
    #expect(try !gesture("a", "--annotate", "b.png").media.printsText)
  }

  @Test("The automatic mode follows the input, the others are as asked")
  func mode() {
    #expect(ModeChoice.auto.runningMode(isVideo: false, isLive: false) == .image)
    #expect(ModeChoice.auto.runningMode(isVideo: true, isLive: false) == .video)
    #expect(ModeChoice.auto.runningMode(isVideo: true, isLive: true) == .liveStream)
    #expect(ModeChoice.video.runningMode(isVideo: true, isLive: true) == .video)
    #expect(ModeChoice.image.runningMode(isVideo: true, isLive: false) == .image)
    #expect(ModeChoice.video.runningMode(isVideo: false, isLive: false) == .video)
    #expect(ModeChoice.live.runningMode(isVideo: true, isLive: false) == .liveStream)
  }

  @Test("A rotation is the clockwise turn that makes the picture upright", arguments: Rotation.allCases)
  func rotation(_ rotation: Rotation) {
    #expect(rotation.orientation.clockwiseDegrees == rotation.rawValue)
  }
}

extension TaskSubcommand {
  /// The options of the command line with another model.
  func taskOptions(modelPath: String, mode: RunningMode) -> Task.Options {
    TaskSetup<Task>(models: [modelPath], values: arguments.values, engine: engine).options(mode)
  }
}
