import ArgumentParser
import VisionCatalog
import VisionMedia
import VisionTasks

struct GesturesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestures", abstract: "Train a gesture recognizer on gestures of your own.",
    subcommands: [GesturesTrainCommand.self])
}

struct GesturesTrainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "train", abstract: "Train on a folder of images for each gesture, and write a bundle (.task).",
    discussion: """
      FOLDER has a folder for each gesture, whose name becomes the gesture's, with at least \(GestureTrainer.minimumImageCount) \
      images of it: the layout of MediaPipe's Model Maker. A folder none has hands that are none of the gestures; it helps, but \
      need not be there. A fifth of each folder is kept from training and measures the result. The bundle is for vision gesture \
      --model and for MediaPipe's gesture recognizer. Both hands are learned from either. docs/gestures.md says more.
      """)

  @Argument(help: "The folder with a folder of images for each gesture.", completion: .directory) var folder: String

  @Option(help: ArgumentHelp("The bundle to write.", valueName: "path.task"), completion: .file(extensions: ["task"]))
  var out: String

  @Option(help: "Also draw the confusion matrix of the held-out images as this image.", value: "path.png|jpg")
  var matrix: String?

  @Option(help: "Also write the result as JSON.", value: "path.json") var report: String?

  @Option(help: "The seed of all random numbers.", number: "n") var seed: UInt64 = 1

  @Option(help: "Maximum number of pixels of an image; larger ones are refused.", number: "n")
  var maxPixels = ImageFile.maximumPixelCount

  @Flag(help: "Print neither progress nor a text result.") var quiet = false

  @OptionGroup var engine: EngineOptions

  mutating func validate() throws {
    try ValidationError.check(maxPixels, in: 1...ImageFile.maximumPixelCount, option: "--max-pixels")
    try require(out, option: "--out", endings: ["task"])
    if let matrix { try require(matrix, option: "--matrix", endings: ["png", "jpg", "jpeg"]) }
    if let report { try require(report, option: "--report", endings: ["json"]) }
  }

  /// An ending of its own keeps the files apart from one another.
  private func require(_ path: String, option: String, endings: [String]) throws {
    guard endings.contains(path.fileExtension.lowercased()) else {
      throw ValidationError(
        "\(option) is \"\(path)\"; it has to end in \(endings.map { "." + $0 }.joined(separator: " or ")).")
    }
  }

  func run() throws {
    let gestures = try ValidationError.wrapping { try GestureFolder(folder) }
    let model = try ModelCatalog().resolve(engine.model ?? GestureRecognizer.descriptor.defaultModel)
    try ValidationError.wrapping {
      var conflicts = OutputConflicts(
        sources: gestures.sources().map(\.source), models: [model], names: OutputNames(arguments: [], sources: []))
      for (option, path) in [("--out", out), ("--matrix", matrix), ("--report", report)] {
        guard let path else { continue }
        try gestures.checkIsOutside(path)
        try conflicts.claimFile(path, option: option)
      }
    }
    let baseOptions = BaseOptions()
    engine.apply(to: baseOptions)
    let trainer = try GestureTrainer(modelPath: model, seed: seed, baseOptions: baseOptions)
    StopSignal.shared.install()
    // Created first: an hour's work must not end at a folder that cannot be written.
    let files = try ValidationError.wrapping { try GestureFiles(bundle: out, matrix: matrix, report: report) }
    var work = GestureWork(trainer: trainer, isQuiet: quiet)
    try work.read(gestures, orientation: engine.rotation.orientation, pixelLimit: maxPixels)
    let trained: TrainedGestures
    do {
      trained = try work.train(names: gestures.names)
    } catch let error as TasksError {
      // The images are the cause, not a model.
      throw ExitStatus.someInputsFailed.reporting(error.message)
    }
    let lost = try files.write(trained, summary: work.summary)
    if !quiet {
      print(GestureReportText(report: trained.report, summary: work.summary).text)
      print("Wrote \(out).")
    }
    if let lost { throw lost }
    if work.summary.failed.count > 0 { throw ExitStatus.someInputsFailed }
  }
}
