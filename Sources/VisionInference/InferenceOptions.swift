import Foundation
import VisionCore

/// How a task runs the inference of one of its models.
package struct InferenceOptions: Sendable {
  /// The threads of the task, which its concurrent inferences divide among themselves.
  package let threads: ThreadBudget
  /// The threads of an inference that runs alone, the caller's included; at least 1.
  package var threadCount: Int { threads.threadCount }
  /// How many inferences of the task may run concurrently, at least 1. An engine whose number of threads is fixed gets an equal share.
  package var concurrentInferences = 1
  /// Which kernels compute the convolutions.
  package var kernels: Kernels
  /// Whether operators that are not verified are run.
  package var allowUnverifiedOperators: Bool

  package init(threadCount: Int, kernels: Kernels = .automatic, allowUnverifiedOperators: Bool = false) {
    self.init(
      threads: ThreadBudget(threadCount: threadCount), kernels: kernels,
      allowUnverifiedOperators: allowUnverifiedOperators)
  }

  package init(threads: ThreadBudget, kernels: Kernels = .automatic, allowUnverifiedOperators: Bool = false) {
    self.threads = threads
    self.kernels = kernels
    self.allowUnverifiedOperators = allowUnverifiedOperators
  }

  /// The threads of an engine that cannot change their number.
  package var engineThreadCount: Int { max(threadCount / concurrentInferences, 1) }

  /// The same with threads of its own, for one inference at a time.
  package func with(threadCount: Int) -> InferenceOptions {
    InferenceOptions(
      threadCount: threadCount, kernels: kernels, allowUnverifiedOperators: allowUnverifiedOperators)
  }
}

/// Which kernels compute a model's convolutions.
///
/// Results differ by rounding at most: the kernels of this package add in the runtime's order.
public enum Kernels: String, Sendable, CaseIterable, Codable {
  /// The kernels of this package where they are faster than the runtime's, else the runtime's; the default.
  case automatic
  /// The runtime's kernels only.
  case off
  /// The kernels of this package wherever they support a convolution, even where they are slower than the runtime's: without
  /// the vector instructions that they are written for, and in debug builds. For tests and comparisons.
  case always
}

extension Kernels {
  /// What options hold until they are set: the value of the environment variable `VISION_KERNELS`, so that whole programs and test
  /// suites can be run with other kernels, else `.automatic`.
  package static let standard: Kernels = {
    guard let name = ProcessInfo.processInfo.environment["VISION_KERNELS"], !name.isEmpty else { return .automatic }
    if let kernels = Kernels(rawValue: name) { return kernels }
    let names = allCases.map(\.rawValue).joined(separator: ", ")
    // Where standard error is closed there is no other place to say it.
    try? FileHandle.standardError.write(
      contentsOf: Data("VISION_KERNELS is \"\(name)\"; allowed are \(names). It is ignored.\n".utf8))
    return .automatic
  }()
}
