import Foundation
import MediaPipeTasksVision

/// Numbered frames, each one millisecond after the one before, made when they are asked for.
///
/// It heeds no cancellation, as a source need not.
struct ScriptedFrames: AsyncSequence, Sendable {
  /// A frame that a test can make bad.
  struct Frame: TimedFrame {
    let number: Int
    var timestampInMilliseconds: Int
    var orientation = ImageOrientation.up
    var error: TasksError?

    var mpImage: MPImage {
      get throws {
        if let error { throw error }
        return try MPImage(
          imageBuffer: ImageBuffer(width: 2, height: 2, format: .rgb), orientation: orientation)
      }
    }
  }

  /// Lives as long as somebody holds the sequence; counts. Sendable because the numbers are touched under the lock only.
  final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var givenFrames = 0
    private var askedResults = 0
    private var mostAhead = 0

    var given: Int { lock.withLock { givenFrames } }
    /// The most frames given beyond the results that were asked for.
    var ahead: Int { lock.withLock { mostAhead } }

    func give() {
      lock.withLock {
        givenFrames += 1
        mostAhead = Swift.max(mostAhead, givenFrames - askedResults)
      }
    }

    /// To be called before a result is asked for.
    func ask() { lock.withLock { askedResults += 1 } }
  }

  var count = 10
  var log = Log()
  /// Thrown instead of an end.
  var error: TasksError?
  /// Changes a frame.
  var edit: @Sendable (inout Frame) -> Void = { _ in }
  /// Runs before the frame of this number, and with the count before the end.
  var before: @Sendable (Int) async -> Void = { _ in }

  func makeAsyncIterator() -> Iterator { Iterator(frames: self) }

  struct Iterator: AsyncIteratorProtocol {
    let frames: ScriptedFrames
    private var number = 0

    init(frames: ScriptedFrames) { self.frames = frames }

    mutating func next() async throws -> Frame? {
      await frames.before(number)
      guard number < frames.count else {
        if let error = frames.error { throw error }
        return nil
      }
      defer { number += 1 }
      frames.log.give()
      var frame = Frame(number: number, timestampInMilliseconds: number)
      frames.edit(&frame)
      return frame
    }
  }
}

/// The images of scripted frames, without their timestamps.
struct ScriptedImages: AsyncSequence, Sendable {
  let frames: ScriptedFrames

  init(_ frames: ScriptedFrames = ScriptedFrames()) { self.frames = frames }

  func makeAsyncIterator() -> Iterator { Iterator(base: frames.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: ScriptedFrames.Iterator

    mutating func next() async throws -> MPImage? { try await base.next()?.mpImage }
  }
}
