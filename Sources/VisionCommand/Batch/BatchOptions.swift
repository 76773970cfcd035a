import ArgumentParser
import VisionMedia
import VisionTasks

struct BatchOptions: ParsableArguments {
  @Argument(
    help:
      "An image or video file, a tar archive of images, a folder or pattern of these, or - for a list on standard input. Without inputs and --list a batch continues with those of its manifest.",
    value: "input")
  var inputs: [String] = []

  @Option(
    help: "A file with one input per line: files and archives, taken literally; - is standard input.", value: "path")
  var list: String?

  @Flag(help: "Also search subfolders, except hidden ones.") var recursive = false

  @Option(help: ArgumentHelp("The folder of the results.", valueName: "folder"), completion: .directory)
  var out: String

  @OptionGroup var engine: EngineOptions

  @Option(
    help: ArgumentHelp(
      "The format of the parts: jsonl or csv (default: jsonl). docs/batch.md shows how jsonl becomes Parquet.",
      valueName: "format"),
    completion: .list(BatchFormat.allCases.map(\.rawValue)), transform: BatchFormat.parse)
  var format: BatchFormat = .jsonl

  @Option(help: "Number of inputs in a part.", number: "n") var partSize = 1000

  @Option(
    help: ArgumentHelp(
      "Process only a share of the parts: 0/4 to 3/4 for four machines. env reads index and number from the variables of AWS Batch or Slurm, env/4 also the index of a Kubernetes job.",
      valueName: "i/n"),
    transform: ShardChoice.parse)
  var shard: ShardChoice?

  @Option(
    help:
      "Cut videos at key frames into segments of at least this length, which are inputs of their own; for tasks without tracking.",
    number: "seconds")
  var segmentSeconds: Double?

  @Flag(help: "Let a playlist or list of files (HLS, DASH, ffconcat) open the files and addresses that it names.")
  var followPlaylists = false

  @Flag(help: "Only try the failed inputs of finished parts again, and complete these parts.") var retryFailed = false

  @OptionGroup var jobs: JobOptions<BatchPlace>

  @Option(help: "Maximum pixels of an image or a frame; larger inputs fail.", number: "n")
  var maxPixels = ImageFile.maximumPixelCount

  @Option(
    help:
      "Memory for the images of all jobs, in bytes (default: half of what the process may use). An image waits until it fits.",
    number: "n")
  var maxMemory: Int?

  @Flag(help: "Print neither progress nor a summary.") var quiet = false

  mutating func validate() throws {
    try ValidationError.check(maxPixels, in: 1...ImageFile.maximumPixelCount, option: "--max-pixels")
    if let maxMemory, maxMemory < Self.leastMemory {
      throw ValidationError("--max-memory is \(maxMemory); allowed are numbers from \(Self.leastMemory).")
    }
    try ValidationError.check(partSize, in: BatchDescription.partSizes, option: "--part-size")
    if let segmentSeconds, !(segmentSeconds > 0 && segmentSeconds.isFinite) {
      throw ValidationError("--segment-seconds is \(segmentSeconds); allowed is any number above 0.")
    }
    try ValidationError.wrapping { try OutputPlan.requireFolderName(out, option: "--out") }
    guard (inputs + [list].compactMap { $0 }).count(where: { $0 == "-" }) <= 1 else {
      throw ValidationError("- was given more than once; standard input can only be read once.")
    }
  }

  private static let leastMemory = 1_000_000

  var takesManifest: Bool { inputs.isEmpty && list == nil }
}
