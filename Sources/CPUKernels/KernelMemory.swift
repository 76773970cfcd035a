internal import CVisionConvolution

/// What the operators of one model work with, one after the other: a team, and memory.
///
/// Sendable because operators reserve memory while a model is made, and afterwards the thread that runs the model alone uses it.
final class KernelMemory: @unchecked Sendable {
  /// Who shares the work of each operator.
  let pool: KernelThreadPool?

  private var count = 0
  private var memory: UnsafeMutableRawPointer?

  /// - Parameter threadCount: The threads that share the work of each operator.
  init(threadCount: Int) { pool = threadCount > 1 ? KernelThreadPool(threadCount: threadCount) : nil }

  deinit { memory?.deallocate() }

  /// Asks for memory of so many bytes, which a `KernelBudget` let through; before the first run.
  func reserve(_ count: Int) { self.count = max(self.count, count) }

  /// As many bytes as the one who asked for most needs, from a multiple of 64 bytes on; there with the first run.
  var bytes: UnsafeMutableRawPointer {
    let memory = self.memory ?? .allocate(byteCount: count, alignment: 64)
    self.memory = memory
    return memory
  }
}
