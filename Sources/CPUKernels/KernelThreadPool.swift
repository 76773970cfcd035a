internal import CVisionConvolution
import VisionImaging

/// A thread pool that runs one kernel after the other, for the operators of one model.
///
/// Sendable because the pointer never changes, and only the thread of the inference gives it work.
package final class KernelThreadPool: WorkSharing, @unchecked Sendable {
  let pointer: OpaquePointer?

  /// Starts `threadCount` - 1 threads beside the caller's. They sleep while the model does not run.
  init(threadCount: Int) { pointer = vision_thread_pool_create(Int32(clamping: threadCount)) }

  /// Calls a function with 0..<`count` in parallel, and returns when all calls have returned.
  package func share(_ count: Int, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) {
        vision_thread_pool_run(
          pointer,
          { work, part, _ in work?.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(part)) }, $0,
          Int32(clamping: count))
      }
    }
  }

  deinit { vision_thread_pool_destroy(pointer) }
}

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
