import ArgumentParser
import VisionTasks

struct MediaOptions: ParsableArguments {
  @Argument(
    help:
      "An image or video file, a folder or pattern of files, a camera (/dev/video0), the URL of a stream (rtsp://…), or - for an image on standard input.",
    value: "input")
  var inputs: [String] = []

  @Flag(help: "Also search subfolders, except hidden ones.") var recursive = false

  @OptionGroup var engine: EngineOptions

  @Option(
    help:
      "The running mode; auto is image for images, video for videos, live for cameras and streams. With video the images of a folder are the frames of one video. Live drops frames rather than fall behind."
  )
  var mode: ModeChoice = .auto

  @Option(help: "Frames per second of images that --mode video joins to a video (default: 25).", number: "x")
  var frameRate: Double?

  @Option(help: "Write \(OutputFileKind.json.contents); - is standard output.", value: "path") var json: String?

  @Option(help: "Write \(OutputFileKind.csv.contents); - is standard output.", value: "path") var csv: String?

  @Option(
    help: "Write \(OutputFileKind.annotated.contents): a PNG, JPEG or MP4 file, or a folder for several inputs.",
    value: "path")
  var annotate: String?

  @OptionGroup var jobs: JobOptions<CommandPlace>

  @Option(help: "Maximum number of frames per input.", number: "n") var maxFrames: Int?

  @Flag(help: "Let a playlist or list of files (HLS, DASH, ffconcat) open the files and addresses that it names.")
  var followPlaylists = false

  @Flag(help: "Print neither progress nor a text result.") var quiet = false

  @Flag(help: "Print all landmarks in the text result, and more messages.") var verbose = false

  var printsText: Bool { !quiet && json == nil && csv == nil && annotate == nil }

  /// A single image uses all cores; in modes other than image they are sequential.
  private var areConcurrent: Bool { (mode == .auto || mode == .image) && InputList.areSeveral(inputs) }

  var sequenceFrameRate: Double? { mode == .video ? frameRate ?? ImageSequence.defaultFrameRate : nil }

  func poolSize(inputCount: Int) -> Int { areConcurrent ? jobs.poolSize(inputCount: inputCount) : 1 }

  mutating func validate() throws {
    guard !inputs.isEmpty else {
      throw ValidationError("No input was given; name an image, a folder of images, a video, or - .")
    }
    guard inputs.count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("The input - was given more than once; standard input can only be read once.")
    }
    try ValidationError.check(maxFrames, in: 1...Int.max, option: "--max-frames")
    if let frameRate {
      guard frameRate >= 0.001, frameRate <= 1000 else {
        throw ValidationError("--frame-rate is \(frameRate.plainText); allowed are 0.001 to 1000 frames per second.")
      }
      guard mode == .video else {
        throw ValidationError("--frame-rate needs --mode video, which joins the images of a folder to a video.")
      }
    }
    guard !(quiet && verbose) else { throw ValidationError("--quiet and --verbose are mutually exclusive.") }
  }
}
