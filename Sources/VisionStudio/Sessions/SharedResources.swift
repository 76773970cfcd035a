import Foundation
import VisionCore
import VisionHTTP

/// Resources that sessions share: camera slots, disk space, decoding memory and work queues.
final class SharedResources: Sendable {
  private struct Cameras {
    var count = 0
    var lastQueue = 0
  }

  private let limits: StudioLimits
  private let cameras = Locked(Cameras())
  private let liveQueues: [DispatchQueue]
  /// Disk space for uploads and results.
  let disk: DiskQuota
  /// Inference on library images, one at a time since each uses all cores.
  let images: WorkQueue
  /// Inspection of uploads and image previews.
  let inspections: WorkQueue
  /// Time slices of video jobs; separate, so that no image waits for them.
  let videos: WorkQueue
  /// Slots for open videos, one per visitor.
  let openVideos: FairSemaphore
  /// Memory of open videos, in bytes.
  let videoMemory: FairSemaphore
  /// Starts worker processes for uploaded models.
  let workers: OwnModelWorkers
  /// Work that waits for a worker process, which may hang. One item per visitor, so that no other visitor waits for it.
  let ownModels: WorkQueue

  init(limits: StudioLimits, workers: OwnModelWorkers) {
    self.limits = limits
    disk = DiskQuota(limit: limits.totalBytes)
    // Separate budgets, since videos hold their memory for minutes.
    let imageMemory = FairSemaphore(total: limits.imageMemory)
    images = WorkQueue(
      label: "vision studio images", quality: .userInitiated, slots: 1, memory: imageMemory)
    inspections = WorkQueue(
      label: "vision studio inspections", quality: .userInitiated, slots: 2, memory: imageMemory)
    videoMemory = FairSemaphore(total: limits.videoMemory)
    openVideos = FairSemaphore(total: limits.openVideos, maxPerClient: 1)
    videos = WorkQueue(label: "vision studio videos", quality: .utility, slots: 1, memory: videoMemory)
    self.workers = workers
    // A separate memory budget: a hung process must not block others' memory.
    ownModels = WorkQueue(
      label: "vision studio own models", quality: .userInitiated, slots: limits.workers, maxPerVisitor: 1,
      memory: FairSemaphore(total: limits.imageMemory))
    // Blocking work must not run on Swift's cooperative threads. One queue per core.
    liveQueues = (0..<max(2, ProcessResources.current.processors)).map {
      DispatchQueue(label: "vision studio live \($0)", qos: .userInteractive)
    }
  }

  /// Acquires a camera slot.
  ///
  /// - Returns: The queue for its inference.
  /// - Throws: `TasksError` with `resourceExhaustedError` when all slots are in use.
  func beginLive() throws -> DispatchQueue {
    try cameras.withLock { cameras in
      guard cameras.count < limits.liveSessions else {
        throw TasksError(
          .resourceExhaustedError,
          "\(limits.liveSessions.counted("camera")) in use is the maximum; stop one and try again.")
      }
      cameras.count += 1
      cameras.lastQueue = (cameras.lastQueue + 1) % liveQueues.count
      return liveQueues[cameras.lastQueue]
    }
  }

  /// Releases a camera slot.
  func endLive() { cameras.withLock { $0.count -= 1 } }
}
