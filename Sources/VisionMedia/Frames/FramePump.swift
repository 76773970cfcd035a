import Foundation
import VisionCore

/// Reads a source on its own thread and passes the frames to an asynchronous caller.
final class FramePump: Sendable {
  /// Held by the reader of the frames: when it is released, the pump stops.
  final class Lease: Sendable {
    let pump: FramePump
    init(_ pump: FramePump) { self.pump = pump }
    deinit { pump.cancel() }
  }

  private let source: any FrameSource
  private let frames = BoundedQueue<VideoFrame>(capacity: VideoFrames.lookAhead, of: "frames")
  private let isStarted = Locked(false)

  init(_ source: any FrameSource) { self.source = source }

  /// The next frame, nil after the last one.
  func next() async throws -> VideoFrame? {
    try await withTaskCancellationHandler {
      start()
      return try await frames.next()
    } onCancel: {
      cancel()
    }
  }

  /// Stops reading; a waiting caller gets an error.
  func cancel() {
    // In this order: a source that ends by itself is given back, one that was closed is not.
    frames.close()
    source.close()
  }

  private func start() {
    guard !isStarted.exchange(true), !frames.isClosed else { return }
    (source as? any LentSource)?.interruption.lend(true)
    // A thread rather than a task, since reading blocks.
    Thread.detachNewThread { [self] in read() }
  }

  /// Reads until the source ends or the caller is gone.
  private func read() {
    let lent = source as? any LentSource
    do {
      while frames.blockUntilRoom() {
        let frame = if let lent { try lent.read() } else { try source.next() }
        guard let frame else {
          if !frames.isClosed { lent?.interruption.lend(false) }
          return frames.finish()
        }
        frames.push(frame)
      }
    } catch {
      frames.finish(.failure(error))
    }
  }
}
