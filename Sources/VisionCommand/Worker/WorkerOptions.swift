import ArgumentParser
import VisionTasks
import VisionWorker

/// The running mode of a worker.
enum WorkerMode: String, ExpressibleByArgument, CaseIterable {
  case image, video

  var runningMode: RunningMode { self == .image ? .image : .video }
}

/// The running mode option of a worker.
struct WorkerModeOption: ParsableArguments {
  @Option(help: "Whether requests are independent images, or frames of one video, each with a timestampMs.")
  var mode: WorkerMode = .image
}

/// The resource limits of a worker.
struct WorkerLimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum memory in megabytes; beyond it the process ends.", valueName: "n"))
  var memory = WorkerLimits().memoryMegabytes

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Maximum CPU time of loading the model and of each request, in seconds; beyond it the process ends.",
      valueName: "n"))
  var processorSeconds = WorkerLimits().processorSeconds

  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of open files.", valueName: "n"))
  var openFiles = WorkerLimits().openFiles

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum bytes of a request; larger ones are rejected.", valueName: "n")
  )
  var maxBytes = WorkerLimits().requestBytes

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Maximum pixels of an image; larger ones are rejected.", valueName: "n")
  )
  var maxPixels = WorkerLimits().pixels

  /// The flags as limits.
  var limits: WorkerLimits {
    var limits = WorkerLimits()
    limits.memoryMegabytes = memory
    limits.processorSeconds = processorSeconds
    limits.openFiles = openFiles
    limits.requestBytes = maxBytes
    limits.pixels = maxPixels
    return limits
  }

  mutating func validate() throws {
    let values = [
      ("--memory", memory), ("--processor-seconds", processorSeconds), ("--open-files", openFiles),
      ("--max-bytes", maxBytes), ("--max-pixels", maxPixels),
    ]
    for (option, value) in values where value < 1 {
      throw ValidationError("\(option) is \(value); allowed is any integer from 1.")
    }
  }
}
