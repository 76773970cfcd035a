import ArgumentParser
import VisionEvaluation
import VisionTasks

struct EvaluateOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The labels: COCO's JSON file, CVAT's XML file (images or video), YOLO's data.yaml or folder of labels, or a folder with a subfolder of images for each class.",
      valueName: "labels"),
    completion: .file())
  var labels: String

  @Option(
    help: "The folder of the images, or the video of CVAT's tracks (default: what the labels say, or near them).",
    value: "path")
  var images: String?

  @Option(help: "The part of a YOLO data set: train, val or test (default: val).", value: "name")
  var split: String?

  @Option(help: "A file with the name of a class in each line, for YOLO labels without data.yaml.", value: "path")
  var classes: String?

  @OptionGroup var engine: EngineOptions

  @Option(
    help: "Evaluate results that exist, JSON Lines by --json or --write-results, without running a model.",
    value: "path")
  var results: String?

  @Option(
    help: "Compare with other results, JSON Lines of another model, other options or an earlier run.", value: "path")
  var compare: String?

  @Option(help: "Write the metrics as a JSON object; - is standard output.", value: "path") var json: String?

  @Option(help: "Write an HTML file with the metrics and the worst images.", value: "path") var page: String?

  @Option(help: "Write the results as JSON Lines, for --compare and --results; - is standard output.", value: "path")
  var writeResults: String?

  @Option(help: "Number of images on the page.", number: "n") var worst = 24

  @OptionGroup var jobs: JobOptions<EvaluationPlace>

  @Flag(help: "Print neither progress nor a text result.") var quiet = false

  @Flag(help: "Print all classes and images in the text result.") var verbose = false

  var place: LabelPlace { LabelPlace(path: labels, images: images, split: split, classes: classes) }
  var printsText: Bool { !quiet && ![json, writeResults].contains("-") }

  mutating func validate() throws {
    try ValidationError.check(worst, in: 0...1000, option: "--worst")
    guard results == nil || writeResults == nil else {
      throw ValidationError("--results runs no model, so --write-results has nothing to write; leave one of them out.")
    }
    if results != nil, engine.model != nil {
      throw ValidationError("--results runs no model, so --model has no effect; leave one of them out.")
    }
    guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose are mutually exclusive.") }
  }
}
