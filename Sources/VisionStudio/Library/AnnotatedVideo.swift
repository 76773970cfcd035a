import Foundation
import VisionErrors
import VisionFindings
import VisionMedia

/// Draws results on frames and writes them as a video, a few frames behind the task, on a queue of its own.
///
/// Sendable: the writer and the error are touched on the queue only.
final class AnnotatedVideo: @unchecked Sendable {
  /// The most frames that wait to be drawn.
  private static let backlog = 3

  private let queue = DispatchQueue(label: "vision studio video")
  private let room = DispatchSemaphore(value: backlog)
  private var writer: VideoWriter?
  private var error: (any Error)?

  /// - Throws: `TasksError` when the file cannot be written.
  init(path: String, like video: VideoReader) throws {
    // Inference shares the processor: the quickest preset, as the command takes it.
    writer = try VideoWriter(path: path, like: video, encoding: VideoEncoding(preset: .ultrafast, quality: 23))
  }

  /// Takes a frame's result; waits while too many are on their way. An error is kept for the end.
  func append(_ findings: any Findings, _ frame: VideoFrame) {
    room.wait()
    queue.async { [self] in
      defer { room.signal() }
      guard error == nil else { return }
      do {
        let picture = try findings.drawn(on: frame.image)
        try writer?.append(picture, at: frame.presentationTime, duration: frame.duration)
      } catch {
        self.error = error
      }
    }
  }

  /// Finishes the file.
  ///
  /// - Throws: The first thing that went wrong.
  func finish() throws {
    try queue.sync {
      if let error { throw error }
      try writer?.finish()
      writer = nil
    }
  }

  /// Lets go of a file that was not finished.
  func abandon() { queue.sync { writer = nil } }
}
