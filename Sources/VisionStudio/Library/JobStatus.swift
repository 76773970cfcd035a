import VisionCore
import VisionResults
import VisionWorker

/// The progress of a job.
struct JobProgress: Sendable, Encodable {
  enum State: String, Sendable, Encodable {
    case waiting, running, done, failed
  }

  var state = State.waiting
  /// The number of processed frames.
  var frames = 0
  /// The number of frames in the file; nil when unknown.
  var totalFrames: Int?
  /// Frames per second so far.
  var framesPerSecond: Double?
  /// The length of the JSON Lines so far, in bytes.
  var resultBytes = 0
  /// The mean time of the task, in milliseconds per frame.
  var inferenceMs: Double?
  /// Why the job failed, or a warning about its result.
  var message: String?
  /// The result files that can be read.
  var outputs: [OutputFileKind] = []
  /// The masks of an image.
  var masks: [MaskPreview] = []

  var isOver: Bool { state == .done || state == .failed }
}

/// A job's progress and cancellation flag, shared between the working thread and request handlers.
final class JobStatus: Sendable {
  private let current = Locked(JobProgress())
  private let cancelled = Locked(false)
  /// Ends the worker processes of an uploaded model: a hung process never returns to check the flag.
  let processes = WorkerCancellation()

  var progress: JobProgress { current.withLock { $0 } }
  var isCancelled: Bool { cancelled.withLock { $0 } }

  func update(_ change: (inout JobProgress) -> Void) { current.withLock { change(&$0) } }

  func cancel() {
    cancelled.withLock { $0 = true }
    processes.cancel()
  }
}
