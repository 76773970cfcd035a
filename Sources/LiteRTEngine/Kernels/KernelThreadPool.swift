internal import CVisionConvolution
import VisionCore

/// A thread pool that runs one kernel after the other, for the operators of one model.
/// Sendable because the pointer never changes, and only the thread of the inference gives it work.
final class KernelThreadPool: WorkSharing, @unchecked Sendable {
  private let pointer: OpaquePointer?
  private let threads: ThreadBudget

  /// Starts as many threads as the budget has, less the caller's. They sleep while the model does not run.
  init(threads: ThreadBudget) {
    self.threads = threads
    pointer = vision_thread_pool_create(Int32(clamping: threads.threadCount))
  }

  /// The pool for the next kernel, limited to the inference's share of the threads.
  var limited: OpaquePointer? {
    vision_thread_pool_limit(pointer, Int32(clamping: threads.share))
    return pointer
  }

  func share(_ count: Int, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) {
        vision_thread_pool_run(
          limited, { work, part, _ in work?.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(part)) }, $0,
          Int32(clamping: count))
      }
    }
  }

  /// Lets the other threads sleep at once instead of waiting for another kernel, until the next one runs.
  func rest() { vision_thread_pool_limit(pointer, 1) }

  deinit { vision_thread_pool_destroy(pointer) }
}

/// The thread pool and the working memory that the operators of one model share.
/// Sendable because operators reserve memory while a model is loaded; afterwards only the thread of the inference uses
/// it.
final class KernelMemory: @unchecked Sendable {
  let pool: KernelThreadPool?

  private var count = 0
  private var memory: UnsafeMutableRawPointer?

  init(threads: ThreadBudget) { pool = threads.threadCount > 1 ? KernelThreadPool(threads: threads) : nil }

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
