import Foundation
import MediaPipeTasksVision
import VisionMedia

/// One picture of an input.
struct InputFrame: Sendable {
  /// The upright pixels as stored or decoded.
  let image: ImageBuffer
  /// The position in the input, from 0.
  let index: Int
  /// The time since the input's start; 0 for a picture.
  let timestampInMilliseconds: Int
}

/// The frames of one input, read one after another. A picture is an input of one frame.
final class InputFrames {
  private enum Content {
    case picture(ImageBuffer)
    case video(VideoReader)
  }

  /// Where the frames come from.
  let source: InputList.Source
  /// How many frames were given so far.
  private(set) var frameCount = 0
  private let content: Content

  /// Opens an input.
  ///
  /// - Throws: `TasksError` for an input that is missing, unreadable, damaged, or neither a picture nor a video.
  init(_ source: InputList.Source) throws {
    self.source = source
    switch source {
    case .standardInput:
      content = .picture(try ImageFile.decode(FileHandle.standardInput.readToEnd() ?? Data()))
    case .file(let path):
      switch try MediaKind.detect(contentsOfFile: path) {
      case .picture: content = .picture(try ImageFile.read(contentsOfFile: path))
      case .video: content = .video(try VideoReader(contentsOfFile: path))
      case nil: throw TasksError.invalidArgument("This is neither a picture nor a video that can be read.")
      }
    }
  }

  /// Whether the frames have times.
  var isVideo: Bool {
    if case .video = content { true } else { false }
  }

  /// The number of frames, where the file tells.
  var estimatedFrameCount: Int? {
    switch content {
    case .picture: 1
    case .video(let reader): reader.estimatedFrameCount
    }
  }

  /// The damaged frames that were left out so far.
  var skippedFrames: Int {
    switch content {
    case .picture: 0
    case .video(let reader): reader.skippedFrames
    }
  }

  /// The next frame, or nil at the end.
  func next() throws -> InputFrame? {
    let frame: InputFrame?
    switch content {
    case .picture(let image):
      frame = frameCount == 0 ? InputFrame(image: image, index: 0, timestampInMilliseconds: 0) : nil
    case .video(let reader):
      frame = try reader.next().map {
        InputFrame(image: $0.image, index: $0.index, timestampInMilliseconds: $0.timestampInMilliseconds)
      }
    }
    if frame != nil { frameCount += 1 }
    return frame
  }
}
