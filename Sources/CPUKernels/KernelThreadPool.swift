internal import CVisionConvolution
import VisionImaging

/// Threads that share the work of one kernel after the other, for the operators of one model.
///
/// Sendable because the pointer never changes; only the thread that runs the model hands work to the team.
package final class KernelThreadPool: WorkSharing, @unchecked Sendable {
  let pointer: OpaquePointer?

  /// The caller and `threadCount` - 1 more threads, which sleep when the model does not run.
  init(threadCount: Int) { pointer = vision_team_create(Int32(clamping: threadCount)) }

  /// Calls a function with every number below another, side by side, and returns when all calls have.
  package func share(_ count: Int, _ body: (Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) {
        vision_team_share(
          pointer,
          { work, part, _ in work?.assumingMemoryBound(to: ((Int) -> Void).self).pointee(Int(part)) }, $0,
          Int32(clamping: count))
      }
    }
  }

  deinit { vision_team_destroy(pointer) }
}
