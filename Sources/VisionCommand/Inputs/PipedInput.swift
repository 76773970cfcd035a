import Foundation
import VisionMedia
import VisionTasks

/// An image that comes through a pipe: standard input, a named pipe, a device. It is read whole.
enum PipedInput {
  /// The maximum number of bytes.
  private static let byteLimit = 1 << 30
  /// How long to wait for bytes before the next look at the stop signal, in milliseconds.
  private static let patience: Int32 = 100

  /// Reads a pipe to its end.
  ///
  /// - Parameters:
  ///   - path: The pipe's path; nil for standard input.
  ///   - stop: Ends the wait for the other side.
  /// - Returns: All bytes that came.
  /// - Throws: `TasksError` with `cancelledError` when stopped, `permissionDeniedError` when it cannot be read,
  ///   `outOfRangeError` when it does not end.
  static func read(_ path: RawPath?, stop: StopSignal) throws -> Data {
    guard let path else { return try read(descriptor: STDIN_FILENO, stop: stop) }
    // Opening would otherwise wait for the writer, and no signal could end it.
    let descriptor = path.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    return try read(descriptor: descriptor, stop: stop)
  }

  private static func read(descriptor: Int32, stop: StopSignal) throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard !stop.isRaised else { throw TasksError(.cancelledError, "Reading was ended.") }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // A named pipe that no writer has opened yet has no event, and reading it would report its end.
      guard poll(&wait, 1, patience) != 0 else { continue }
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        data.append(contentsOf: buffer[..<count])
        guard data.count <= byteLimit else {
          throw TasksError(
            .outOfRangeError,
            "More than \(byteLimit) bytes came through the pipe; an image has less. Check what writes there.")
        }
      } else if count == 0 {
        return data
      } else if errno != EAGAIN, errno != EINTR {
        throw failure()
      }
    }
  }

  private static func failure() -> TasksError {
    TasksError(.permissionDeniedError, "The input cannot be read: \(String(cString: strerror(errno))).")
  }

  /// Decodes what was read.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - name: What messages call them.
  ///   - onWarning: As for `ImageFile.decode`.
  /// - Returns: The image, upright.
  /// - Throws: `TasksError` as `ImageFile.decode`; for a video it says that a file is needed.
  static func decode(_ data: Data, name: String, onWarning: (String) -> Void) throws -> ImageBuffer {
    guard !IntendedMedia.beginsLikeVideo(data.prefix(IntendedMedia.headLength)) else {
      throw TasksError.invalidArgument(
        "A video cannot be read through a pipe, only a single image can; write the video to a file first.")
    }
    return try ImageFile.decode(data, name: name, onWarning: onWarning)
  }
}
