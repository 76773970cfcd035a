import VisionMedia
import VisionTasks

/// Reads an image from a pipe: standard input, a named pipe or a device.
enum PipedInput {
  private static let byteLimit = 1 << 30
  private static let pollInterval: Int32 = 100

  /// Reads a pipe to its end; a nil path is standard input. `stop` cancels waiting for the writer.
  static func read(_ path: RawPath?, stop: StopSignal) throws -> Data {
    // A blocking open would wait for the writer and could not be cancelled.
    let descriptor = path?.withCString { open($0, O_RDONLY | O_NONBLOCK | O_CLOEXEC) } ?? STDIN_FILENO
    guard descriptor >= 0 else { throw FileFailure().reading("The input") }
    defer { if path != nil { close(descriptor) } }
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      guard !stop.isRaised else { throw TasksError(.cancelledError, "Reading was cancelled.") }
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // A named pipe without a writer has no event yet; reading it would report the end of the file.
      guard poll(&wait, 1, pollInterval) != 0 else { continue }
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        data.append(contentsOf: buffer[..<count])
        guard data.count <= byteLimit else {
          throw TasksError.outOfRange("The pipe delivered more than \(byteLimit) bytes, the maximum for an image.")
        }
      } else if count == 0 {
        return data
      } else if errno != EAGAIN, errno != EINTR {
        throw FileFailure().reading("The input")
      }
    }
  }

  /// Decodes an image. A video has to be a file, and so has an animation unless its first frame is wanted.
  static func decode(
    _ data: Data, name: String, from place: String = "a pipe", _ options: InputFrames.Options,
    onWarning: (String) -> Void
  ) throws -> ImageBuffer {
    guard !IntendedMedia.beginsLikeVideo(data.prefix(IntendedMedia.headLength)),
      options.takesFirstFrames || !ImageFile.hasSeveralFrames(data)
    else {
      throw TasksError.invalidArgument(
        "Only a single image can be read from \(place), not an animation, several images or a video; write the video to a "
          + "file first.")
    }
    return try ImageFile.decode(data, pixelLimit: options.pixelLimit, name: name, onWarning: onWarning)
  }
}
