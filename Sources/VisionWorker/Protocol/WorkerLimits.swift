internal import CVisionSandbox
import VisionCore

/// The resource limits of a worker. These are the defaults of the command's flags; the page uses `visitors`.
package struct WorkerLimits: Hashable, Sendable {
  /// Private writable memory in megabytes (1,000,000 bytes); 2000 by default.
  package var memoryMegabytes = 2000
  /// CPU time of all threads per request, and for loading the model, in seconds; 60 by default.
  package var processorSeconds = 60
  package var openFiles = 64
  package var requestBytes = 256_000_000
  package var pixels = 64_000_000

  package static let answerSeconds = 30.0

  /// The limits for a visitor's model: less memory, since several run concurrently.
  package static var visitors: WorkerLimits {
    var limits = WorkerLimits()
    limits.memoryMegabytes = 1500
    return limits
  }

  package init() {}

  package var arguments: [String] {
    [
      "--memory", "\(memoryMegabytes)", "--processor-seconds", "\(processorSeconds)", "--open-files", "\(openFiles)",
      "--max-bytes", "\(requestBytes)", "--max-pixels", "\(pixels)",
    ]
  }

  /// Sets the limits of the process, before a model is opened.
  package func apply() throws(TasksError) {
    let (memory, overflows) = UInt64(max(memoryMegabytes, 0)).multipliedReportingOverflow(by: 1_000_000)
    try Self.require { vision_limits_set(overflows ? .max : memory, UInt64(max(openFiles, 0)), $0, $1) }
    try armProcessorTime()
  }

  /// Restarts the limit of CPU time. A process that exceeds it is killed by SIGXCPU.
  package func armProcessorTime() throws(TasksError) {
    try Self.require { vision_limits_arm_processor(UInt64(max(processorSeconds, 0)), $0, $1) }
  }

  private static func require(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Bool) throws(TasksError) {
    if let reason = CFailure.reason(body) {
      throw TasksError(.failedPreconditionError, "A worker's limits cannot be set: \(reason).")
    }
  }
}
