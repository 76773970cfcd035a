import Foundation
import VisionConcurrency
import VisionErrors

/// What the visits share: places for cameras, room on the disk, memory for decoding, and the queues that work is done on.
final class SharedResources: Sendable {
  private struct Cameras {
    var count = 0
    var lastLane = 0
  }

  private let limits: StudioLimits
  private let cameras = Locked(Cameras())
  private let lanes: [DispatchQueue]
  /// The room on the disk for what visitors bring and for their results.
  let disk: DiskRoom
  /// Pictures of the libraries, one after another: each uses all cores.
  let pictures: WorkLane
  /// Short work: looking into files.
  let intake: WorkLane
  /// Pieces of videos, which no picture waits for.
  let videos: WorkLane
  /// Places for videos that are open, one a visitor.
  let openVideos: FairBudget
  /// The bytes that open videos take.
  let videoMemory: FairBudget
  /// The processes in which models of visitors run.
  let workers: OwnModelWorkers
  /// Work that waits for such a process, which may hang; one piece a visitor, so that nobody else waits for it.
  let ownModels: WorkLane

  init(limits: StudioLimits, worker: String?) {
    self.limits = limits
    disk = DiskRoom(limit: limits.totalBytes)
    // Videos keep theirs for minutes, so that pictures have memory of their own.
    let pictureMemory = FairBudget(total: limits.pictureMemory)
    pictures = WorkLane(
      label: "vision studio pictures", quality: .userInitiated, places: 1, memory: pictureMemory)
    intake = WorkLane(label: "vision studio intake", quality: .userInitiated, places: 2, memory: pictureMemory)
    videoMemory = FairBudget(total: limits.videoMemory)
    openVideos = FairBudget(total: limits.openVideos, most: 1)
    videos = WorkLane(label: "vision studio videos", quality: .utility, places: 1, memory: videoMemory)
    workers = OwnModelWorkers(executable: worker, limits: limits)
    // Memory that a process without an answer holds is not the others'.
    ownModels = WorkLane(
      label: "vision studio own models", quality: .userInitiated, places: limits.workers, most: 1,
      memory: FairBudget(total: limits.pictureMemory))
    // Work never runs on Swift's own threads, which it would block, nor on more than there are cores.
    lanes = (0..<max(2, ProcessInfo.processInfo.activeProcessorCount)).map {
      DispatchQueue(label: "vision studio live \($0)", qos: .userInteractive)
    }
  }

  /// Takes a place for a camera.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when all are taken.
  func beginLive() throws -> DispatchQueue {
    try cameras.withLock { cameras in
      guard cameras.count < limits.liveSessions else {
        throw TasksError(
          .resourceExhaustedError,
          "\(limits.liveSessions.counted("camera")) in use is the maximum; stop one and try again.")
      }
      cameras.count += 1
      cameras.lastLane = (cameras.lastLane + 1) % lanes.count
      return lanes[cameras.lastLane]
    }
  }

  /// Gives the place back.
  func endLive() { cameras.withLock { $0.count -= 1 } }

  /// Gives memory that is free back to the system, which glibc's allocator keeps otherwise. Swift's module of glibc does not
  /// have the function; other systems have none and need none.
  func releaseMemory() {
    #if os(Linux)
      DispatchQueue.global(qos: .utility).async {
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        _ = unsafeBitCast(symbol, to: (@convention(c) (Int) -> Int32).self)(0)
      }
    #endif
  }
}
