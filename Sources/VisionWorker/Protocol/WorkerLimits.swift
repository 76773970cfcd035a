internal import CVisionSandbox
import VisionErrors

/// How much a worker may take. The command's flags start from these values, the page from `visitors`.
package struct WorkerLimits: Hashable, Sendable {
  /// Private writable memory, in megabytes (1,000,000 bytes); 2,000.
  package var memoryMegabytes = 2000
  /// Processor time of all threads for a request, and for loading the model, in seconds; 60.
  package var processorSeconds = 60
  /// Open descriptors; 64.
  package var openFiles = 64
  /// The bytes of a request; 256 million.
  package var requestBytes = 256_000_000
  /// The pixels of an image; 64 million.
  package var pixels = 64_000_000

  /// How long an answer may take, in seconds; for who asks.
  package static let answerSeconds = 30.0

  /// What a visitor's model may take, of which several run at a time: 1500 MB of memory, else the same.
  package static var visitors: WorkerLimits {
    var limits = WorkerLimits()
    limits.memoryMegabytes = 1500
    return limits
  }

  package init() {}

  /// The flags of `vision worker` that state these limits.
  package var arguments: [String] {
    [
      "--memory", "\(memoryMegabytes)", "--processor-seconds", "\(processorSeconds)", "--open-files", "\(openFiles)",
      "--max-bytes", "\(requestBytes)", "--max-pixels", "\(pixels)",
    ]
  }

  /// Takes the limits that last, and filters system calls where the kernel can. Called before a model is opened.
  ///
  /// - Returns: Why system calls are not filtered; nil when they are.
  /// - Throws: `TasksError` with `failedPreconditionError` for a limit that the system refuses.
  package func enter() throws(TasksError) -> String? {
    let (memory, overflows) = UInt64(max(memoryMegabytes, 0)).multipliedReportingOverflow(by: 1_000_000)
    try Self.require {
      vision_limits_set(overflows ? .max : memory, UInt64(max(openFiles, 0)), $0, $1)
    }
    return CFailure.reason { vision_sandbox_enter($0, $1) }
  }

  /// Begins a new account of processor time; a process that uses it up is ended by SIGXCPU.
  package func armProcessorTime() throws(TasksError) {
    try Self.require { vision_limits_arm_processor(UInt64(max(processorSeconds, 0)), $0, $1) }
  }

  private static func require(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Bool) throws(TasksError) {
    if let reason = CFailure.reason(body) {
      throw TasksError(.failedPreconditionError, "A worker's limits cannot be set: \(reason).")
    }
  }
}
