internal import CVisionConvolution

/// The thread pool and the working memory that the operators of one model share.
///
/// Sendable because operators reserve memory while a model is loaded; afterwards only the thread of the inference uses
/// it.
final class KernelMemory: @unchecked Sendable {
  /// The thread pool; nil with one thread.
  let pool: KernelThreadPool?

  private var count = 0
  private var memory: UnsafeMutableRawPointer?

  /// - Parameter threadCount: The threads of an inference.
  init(threadCount: Int) { pool = threadCount > 1 ? KernelThreadPool(threadCount: threadCount) : nil }

  deinit { memory?.deallocate() }

  /// Reserves working memory that a `KernelBudget` accepted; before the first inference.
  func reserve(_ count: Int) { self.count = max(self.count, count) }

  /// The largest reserved size, aligned to 64 bytes; allocated by the first inference.
  var bytes: UnsafeMutableRawPointer {
    let memory = self.memory ?? .allocate(byteCount: count, alignment: 64)
    self.memory = memory
    return memory
  }
}
