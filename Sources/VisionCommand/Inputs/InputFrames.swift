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
  /// The exact time, for videos that are made of the frames; zero for a picture.
  var presentationTime = VideoTime(milliseconds: 0)
  /// How long the frame is shown; nil when not known.
  var duration: VideoTime?
}

/// The frames of one input, read one after another. A picture is an input of one frame.
///
/// Sendable: one thread reads; the others look at what is constant, or at the source, which guards itself.
final class InputFrames: @unchecked Sendable {
  private enum Content {
    case picture(ImageBuffer)
    case video(any FrameSource)
  }

  /// Where the frames come from.
  let source: InputList.Source
  /// How many frames were given so far; for the reading thread.
  private(set) var frameCount = 0
  private let content: Content
  private let limit: Int?

  /// Opens an input.
  ///
  /// - Parameters:
  ///   - source: Where the frames come from.
  ///   - limit: After how many frames it ends; nil for all.
  /// - Throws: `TasksError` for an input that is missing, unreadable, damaged, or neither a picture nor a video.
  init(_ source: InputList.Source, limit: Int? = nil) throws {
    self.source = source
    self.limit = limit
    switch source {
    case .standardInput:
      content = .picture(try ImageFile.decode(FileHandle.standardInput.readToEnd() ?? Data()))
    case .media(.file(let path)):
      switch try MediaKind.detect(contentsOfFile: path) {
      case .picture: content = .picture(try ImageFile.read(contentsOfFile: path))
      case .video: content = .video(try VideoReader(contentsOfFile: path))
      case nil: throw TasksError.invalidArgument("This is neither a picture nor a video that can be read.")
      }
    case .media(let source): content = .video(try source.open())
    }
  }

  /// The moving pictures; nil for a picture.
  var video: (any FrameSource)? {
    if case .video(let source) = content { source } else { nil }
  }

  /// Whether the frames have times.
  var isVideo: Bool { video != nil }

  /// Whether the frames come as they are filmed.
  var isLive: Bool { video?.isLive ?? false }

  /// The number of frames, where the file tells.
  var estimatedFrameCount: Int? {
    guard let video else { return 1 }
    return limit.map { limit in min(limit, video.estimatedFrameCount ?? limit) } ?? video.estimatedFrameCount
  }

  /// The damaged frames that were left out so far.
  var skippedFrames: Int { video?.skippedFrames ?? 0 }

  /// Ends the reading from any thread.
  func close() { video?.close() }

  /// The next frame, or nil at the end.
  func next() throws -> InputFrame? {
    if let limit, frameCount >= limit { return nil }
    let frame: InputFrame?
    switch content {
    case .picture(let image):
      frame = frameCount == 0 ? InputFrame(image: image, index: 0, timestampInMilliseconds: 0) : nil
    case .video(let source):
      frame = try source.next().map {
        InputFrame(
          image: $0.image, index: $0.index, timestampInMilliseconds: $0.timestampInMilliseconds,
          presentationTime: $0.presentationTime, duration: $0.duration)
      }
    }
    if frame != nil { frameCount += 1 }
    return frame
  }
}
