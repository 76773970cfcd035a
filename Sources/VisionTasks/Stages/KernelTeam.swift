import CVisionConvolution

/// Threads that share the work of one kernel after the other, for the operators of one model.
///
/// Sendable because the pointer never changes; only the thread that runs the model hands work to the team.
final class KernelTeam: @unchecked Sendable {
  let pointer: OpaquePointer?

  /// The caller and `threadCount` - 1 more threads, which sleep when the model does not run.
  init(threadCount: Int) { pointer = vision_team_create(Int32(clamping: threadCount)) }

  deinit { vision_team_destroy(pointer) }
}
