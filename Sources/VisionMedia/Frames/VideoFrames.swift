/// The frames of a source as an asynchronous sequence, in order.
///
/// ```swift
/// for try await frame in reader.frames { … }
/// ```
///
/// A thread of its own reads and decodes, so that no task's thread is ever blocked. It begins with the first frame asked
/// for, and runs ahead by a few frames at most. An error of the source is thrown in its place among the frames. Cancelling
/// the task ends a wait at once with `CancellationError`. Leaving the loop early or cancelling closes the
/// source, since frames may have been read ahead.
public struct VideoFrames: AsyncSequence, Sendable {
  /// A frame with its time.
  public typealias Element = VideoFrame

  /// The most frames that are decoded before they are asked for.
  static let lookAhead = 2

  private let source: any FrameSource

  init(_ source: any FrameSource) { self.source = source }

  /// Reads the frames that are left. Several iterators of one source share its frames among them.
  public func makeAsyncIterator() -> Iterator { Iterator(lease: FramePump.Lease(FramePump(source))) }

  /// Gives one frame after another. Use one from one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let lease: FramePump.Lease

    /// Waits for the next frame.
    ///
    /// - Returns: The frame; nil after the last one.
    /// - Throws: What the source throws; `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> VideoFrame? { try await lease.pump.next() }
  }
}

extension FrameSource {
  /// The frames that are left, as an asynchronous sequence; see `VideoFrames`.
  public var frames: VideoFrames { VideoFrames(self) }
}
