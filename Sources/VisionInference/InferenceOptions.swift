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
