internal import CVisionSandbox
import Foundation
import VisionCore

package struct WorkerSandbox: Sendable {
  /// Why system calls are not filtered; nil when they are.
  package let unfilteredReason: String?
  /// Why all of the user's files can be read; nil when only those named can be.
  package let unlimitedFilesReason: String?

  /// Enters the sandbox, before a model is opened. The files stay readable where the kernel can limit them.
  package static func enter(readable: [String]) -> WorkerSandbox {
    let paths = readable.map { strdup($0) }
    defer { for path in paths { free(path) } }
    let files = CFailure.reason { message, capacity in
      paths.map { UnsafePointer($0) }.withUnsafeBufferPointer {
        vision_files_limit($0.baseAddress, $0.count, message, capacity)
      }
    }
    return WorkerSandbox(
      unfilteredReason: CFailure.reason { vision_sandbox_enter($0, $1) }, unlimitedFilesReason: files)
  }
}

/// Tests, without side effects, what the sandbox allows; for tests and `vision worker check`.
package enum SandboxReport {
  package static var isSupported: Bool { vision_sandbox_is_supported() }
  package static var canLimitFiles: Bool { vision_files_can_be_limited() }

  package static func possible() -> [String] {
    (0..<vision_attempt_count()).filter { vision_attempt($0) }.map { String(cString: vision_attempt_name($0)) }
  }

  /// The limits of this process: what holds, and how far it may raise that.
  package static func limits() -> [String: [UInt64]] {
    let limits = vision_limits_read()
    let named = ["cores": limits.cores, "files": limits.files, "memory": limits.memory, "processor": limits.processor]
    return named.mapValues { [$0.soft, $0.hard] }
  }
}

package enum WorkerHost {
  /// The environment variables that a worker gets, and no others: passwords and tokens are often among them.
  static let environmentNames: Set<String> = [
    "HOME", "XDG_CACHE_HOME", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "TZ", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
    "VISION_LITERT_LIBRARY", "VISION_LITERT_LOG", "VISION_KERNELS", "VISION_CPU_FEATURES", "ASAN_OPTIONS",
    "LSAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS",
  ]

  static func environment(from all: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
    all.filter { environmentNames.contains($0.key) }.map { "\($0.key)=\($0.value)" }.sorted()
  }
}

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

  package static let flags: [(name: String, limit: WritableKeyPath<WorkerLimits, Int> & Sendable, help: String)] = [
    ("memory", \.memoryMegabytes, "Maximum memory in megabytes; beyond it the process ends."),
    (
      "processor-seconds", \.processorSeconds,
      "Maximum CPU time of loading the model and of each request, in seconds; beyond it the process ends."
    ),
    ("open-files", \.openFiles, "Maximum number of open files."),
    ("max-bytes", \.requestBytes, "Maximum bytes of a request; larger ones are rejected."),
    ("max-pixels", \.pixels, "Maximum pixels of an image; larger ones are rejected."),
  ]

  package var arguments: [String] { Self.flags.flatMap { ["--" + $0.name, "\(self[keyPath: $0.limit])"] } }

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
      throw TasksError.failedPrecondition("A worker's limits cannot be set: \(reason).")
    }
  }
}
