import VisionCore

@testable import LiteRTEngine

extension KernelThreadPool {
  /// A pool with threads of its own, all of which every kernel uses.
  convenience init(threadCount: Int) { self.init(threads: ThreadBudget(threadCount: threadCount, within: nil)) }
}
