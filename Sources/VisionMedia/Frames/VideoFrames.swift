/// The frames of a source as an asynchronous sequence, in order.
///
/// ```swift
/// for try await frame in reader.frames { … }
/// ```
///
/// A separate thread reads and decodes, so that no cooperative thread is blocked. It starts with the first requested
/// frame, and reads ahead by at most a few frames. An error of the source is thrown in its place among the frames.
/// Cancelling the task ends a wait at once with `CancellationError`. Leaving the loop early or cancelling closes the
/// source, since frames may have been read ahead: its own `next()` is an error then, and before, while the loop runs.
public struct VideoFrames: AsyncSequence, Sendable {
  /// A frame with its time.
  public typealias Element = VideoFrame

  static let lookAhead = 2
  private let source: any FrameSource

  init(_ source: any FrameSource) { self.source = source }

  /// Reads the remaining frames. Several iterators of one source share its frames.
  public func makeAsyncIterator() -> Iterator { Iterator(lease: FramePump.Lease(FramePump(source))) }

  /// Iterates over the frames. Use one from one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let lease: FramePump.Lease

    /// Waits for the next frame.
    ///
    /// - Returns: The frame; nil after the last one.
    /// - Throws: The source's error; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> VideoFrame? { try await lease.pump.next() }
  }
}

extension FrameSource {
  /// The remaining frames, as an asynchronous sequence; see `VideoFrames`.
  public var frames: VideoFrames { VideoFrames(self) }
}

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

  func next() async throws -> VideoFrame? {
    try await withTaskCancellationHandler {
      start()
      return try await frames.next()
    } onCancel: {
      cancel()
    }
  }

  func cancel() {
    // In this order: a source that ends by itself is given back, one that was closed is not.
    frames.close()
    source.close()
  }

  private func start() {
    guard !isStarted.exchange(true), !frames.isClosed else { return }
    (source as? any LentSource)?.reading.interruption.lend(true)
    // A thread rather than a task, since reading blocks.
    do { try Thread.start(name: "video frames") { [self] in read() } } catch { frames.finish(.failure(error)) }
  }

  private func read() {
    let lent = source as? any LentSource
    do {
      while frames.blockUntilRoom() {
        let frame = if let lent { try lent.reading.read() } else { try source.next() }
        guard let frame else {
          if !frames.isClosed { lent?.reading.interruption.lend(false) }
          return frames.finish()
        }
        frames.push(frame)
      }
    } catch { frames.finish(.failure(error)) }
  }
}
