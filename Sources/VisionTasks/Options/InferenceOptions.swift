import Foundation

/// How a task runs the inference of one of its models.
package struct InferenceOptions: Sendable, Hashable {
  /// The threads of one inference, the caller's included; at least 1.
  package var threadCount: Int
  /// Which kernels compute the convolutions.
  package var kernels: Kernels
  /// Whether operators that are not verified are run.
  package var allowUnverifiedOperators: Bool

  package init(threadCount: Int, kernels: Kernels = .automatic, allowUnverifiedOperators: Bool = false) {
    self.threadCount = threadCount
    self.kernels = kernels
    self.allowUnverifiedOperators = allowUnverifiedOperators
  }

  /// The same with another number of threads.
  package func with(threadCount: Int) -> InferenceOptions {
    InferenceOptions(
      threadCount: threadCount, kernels: kernels, allowUnverifiedOperators: allowUnverifiedOperators)
  }
}

extension BaseOptions {
  /// How models run where one follows another.
  ///
  /// Without a number of threads these are two, which was measured to be fastest on two cores (a hand 10.3 ms against 18.6 with
  /// one), or one on a single core.
  package var inference: InferenceOptions {
    InferenceOptions(
      threadCount: threadCount > 0 ? threadCount : min(ProcessInfo.processInfo.activeProcessorCount, 2),
      kernels: kernels, allowUnverifiedOperators: allowUnverifiedOperators)
  }
}
