import Foundation
import VisionInference

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
