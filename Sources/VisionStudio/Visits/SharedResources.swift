import Foundation
import VisionErrors

/// What the visits share: places for cameras, room on the disk, and the queues that work is done on.
///
/// Sendable: the counts are touched under the lock only, queues guard themselves.
final class SharedResources: @unchecked Sendable {
  private let limits: StudioLimits
  private let lock = NSLock()
  private var liveSessions = 0
  private var bytes = 0
  private var nextLane = 0
  private let lanes: [DispatchQueue]
  /// Pictures of the libraries, one after another: each uses all cores.
  let pictures = DispatchQueue(label: "vision studio pictures", qos: .userInitiated)
  /// Videos, one after another, which no picture waits for.
  let videos = DispatchQueue(label: "vision studio videos", qos: .utility)
  /// Short work that blocks: looking into files.
  let intake = DispatchQueue(label: "vision studio intake", attributes: .concurrent)

  /// Where models of visitors run.
  let workers: WorkerPlaces

  init(limits: StudioLimits, worker: String?) {
    self.limits = limits
    workers = WorkerPlaces(executable: worker, limits: limits)
    // Work never runs on Swift's own threads, which it would block, nor on more than there are cores.
    lanes = (0..<max(2, ProcessInfo.processInfo.activeProcessorCount)).map {
      DispatchQueue(label: "vision studio live \($0)", qos: .userInteractive)
    }
  }

  /// Takes a place for a camera.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when all are taken.
  func beginLive() throws -> DispatchQueue {
    try lock.withLock {
      guard liveSessions < limits.liveSessions else {
        throw TasksError(
          .resourceExhaustedError,
          "\(limits.liveSessions.counted("camera")) in use is the maximum; stop one and try again.")
      }
      liveSessions += 1
      nextLane = (nextLane + 1) % lanes.count
      return lanes[nextLane]
    }
  }

  /// Gives the place back.
  func endLive() { lock.withLock { liveSessions -= 1 } }

  /// Takes room on the disk.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there is none left.
  func take(bytes count: Int) throws {
    try lock.withLock {
      guard bytes + count <= limits.totalBytes else {
        throw TasksError(
          .resourceExhaustedError,
          "All files together would take more than \(limits.totalBytes / 1_000_000) MB; remove some and try again.")
      }
      bytes += count
    }
  }

  /// Gives room back.
  func giveBack(bytes count: Int) { lock.withLock { bytes -= count } }

  /// Gives memory that is free back to the system, which glibc's allocator keeps otherwise. Swift's module of glibc does not
  /// have the function; other systems have none and need none.
  func releaseMemory() {
    #if os(Linux)
      intake.async {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
      }
    #endif
  }
}

extension DispatchQueue {
  /// Runs blocking work and waits for it without blocking a thread of Swift's.
  func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
