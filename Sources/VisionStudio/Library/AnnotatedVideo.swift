import Foundation
import VisionConcurrency
import VisionErrors
import VisionMedia
import VisionOutput

/// Draws results on frames and writes them as a video, a few frames behind the task, on a queue of its own.
///
/// Room on the disk is taken before frames are written: as much as those on their way can take at the most.
///
/// Sendable: the writer and the room that is taken are touched on the queue only, the errors under the lock.
final class AnnotatedVideo: @unchecked Sendable {
  /// The maximum number of frames that wait to be drawn.
  private static let backlog = 3
  /// What the file's index takes for a frame, its sound included, in bytes.
  private static let indexBytes = 64

  private let queue = DispatchQueue(label: "vision studio video")
  private let places = DispatchSemaphore(value: backlog)
  private let room: ResultRoom
  private let path: String
  /// The bytes of a frame that cannot be compressed, and of everything that is no frame.
  private let largestFrame: Int
  private var writer: VideoWriter?
  private var taken = 0
  private var frames = 0
  private let failure = Locked<(any Error)?>(nil)
  private let full = Locked<TasksError?>(nil)

  /// - Throws: `TasksError` when the file cannot be written, or there is no room for its first frames.
  init(path: String, like video: VideoReader, room: ResultRoom) throws {
    (self.path, self.room) = (path, room)
    largestFrame = video.width * video.height * 3 / 2 + 65_536
    // Inference shares the processor: the quickest preset, as the command takes it.
    writer = try VideoWriter(path: path, like: video, encoding: VideoEncoding(preset: .ultrafast, quality: 23))
    try takeRoom()
  }

  /// Why no further frames can be appended, for there is no room for them; those so far can be finished. Nil as long as there
  /// is room.
  var fullness: TasksError? { full.withLock { $0 } }

  /// Takes a frame's result; waits while too many are on their way. An error is kept for the end.
  func append(_ output: any TaskOutput, _ frame: VideoFrame) {
    places.wait()
    queue.async { [self] in
      defer { places.signal() }
      guard failure.withLock({ $0 == nil }) else { return }
      do {
        let picture = try output.drawn(on: frame.image)
        try writer?.append(picture, at: frame.presentationTime, duration: frame.duration)
        frames += 1
        do {
          try takeRoom()
        } catch let error as TasksError {
          full.withLock { $0 = error }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
  }

  /// Finishes the file.
  ///
  /// - Throws: The first thing that went wrong.
  func finish() throws {
    try queue.sync {
      if let failure = failure.withLock({ $0 }) { throw failure }
      try writer?.finish()
      writer = nil
      let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
      guard let size else { return }
      // What there is counts until the results are removed. The sound after the last picture was not counted yet.
      if size > taken {
        do { try room.take(size - taken) } catch {
          try? FileManager.default.removeItem(atPath: path)
          room.giveBack(taken)
          throw error
        }
      } else {
        room.giveBack(taken - size)
      }
      taken = size
    }
  }

  /// Lets go of a file that was not finished.
  func abandon() {
    queue.sync {
      writer?.discard()
      writer = nil
    }
  }

  /// Takes room for the file as it is, for the frames that may be on their way, and for the index.
  private func takeRoom() throws {
    let needed = (writer?.byteCount ?? 0) + (Self.backlog + 1) * largestFrame + frames * Self.indexBytes
    guard needed > taken else { return }
    try room.take(needed - taken)
    taken = needed
  }
}
