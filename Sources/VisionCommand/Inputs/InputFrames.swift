import Foundation
import VisionMedia
import VisionTasks

/// One image of an input.
struct InputFrame: Sendable {
  /// The pixels, upright as the file says.
  let image: ImageBuffer
  /// The position in the input, from 0.
  let index: Int
  /// The time since the input's start; 0 for an image.
  let timestampInMilliseconds: Int
  /// The exact time, for videos that are made of the frames; zero for an image.
  var presentationTime = VideoTime(milliseconds: 0)
  /// How long the frame is shown; nil when not known.
  var duration: VideoTime?
}

/// The frames of one input, read one after another. An image is an input of one frame.
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
  /// Defects that the input is read in spite of, a sentence each.
  let warnings: [String]
  private let content: Content
  private let limit: Int?
  /// Keeps the path of a file without a name in UTF-8 valid.
  private let file: OpenFile?

  /// Opens an input.
  ///
  /// - Parameters:
  ///   - source: Where the frames come from.
  ///   - limit: After how many frames it ends; nil for all.
  ///   - takesFirstFrames: Whether an animated GIF, PNG or WebP file counts as an image, its first frame.
  ///   - stop: Ends the wait for a pipe's other side.
  /// - Throws: `TasksError` for an input that is missing, unreadable, damaged, or neither an image nor a video.
  init(
    _ source: InputList.Source, limit: Int? = nil, takesFirstFrames: Bool = false, stop: StopSignal = .shared
  ) throws {
    self.source = source
    self.limit = limit
    var warnings: [String] = []
    var file: OpenFile?
    switch source {
    case .standardInput:
      content = .picture(
        try PipedInput.decode(PipedInput.read(nil, stop: stop), name: "standard input") { warnings.append($0) })
    case .media(.file(let path)) where RawPath(path).status?.isPipe == true:
      let data = try PipedInput.read(RawPath(path), stop: stop)
      content = .picture(try PipedInput.decode(data, name: "\"\(path)\"") { warnings.append($0) })
    case .media(.file(let path)):
      content = try Self.open(path, takesFirstFrames: takesFirstFrames) { warnings.append($0) }
    case .rawFile(let path):
      let opened = try OpenFile(path)
      file = opened
      do {
        content = try Self.open(opened.path, takesFirstFrames: takesFirstFrames) { warnings.append($0) }
      } catch let error as TasksError {
        // The file's own name in the message, not the one it was opened by.
        throw TasksError(error.code, error.message.replacing(opened.path, with: path.description))
      }
    case .unreadable(_, let reason): throw TasksError.invalidArgument(reason)
    case .media(let source): content = .video(try source.open())
    }
    self.warnings = warnings
    self.file = file
  }

  private static func open(
    _ path: String, takesFirstFrames: Bool, onWarning: (String) -> Void
  ) throws -> Content {
    let imageKind = takesFirstFrames ? try MediaKind.ofImageFile(path) : nil
    switch try imageKind.map({ _ in .media(.image) }) ?? MediaKind.inspect(contentsOfFile: path) {
    case .media(.image): return .picture(try ImageFile.read(contentsOfFile: path, onWarning: onWarning))
    case .media(.video): return .video(try VideoReader(contentsOfFile: path))
    case .withoutVideo: throw TasksError.invalidArgument("There is no video in this file.")
    case .unreadable(let error) where error.code == .dataLossError: throw error
    case .unreadable:
      throw TasksError.invalidArgument(
        RawPath(path).status?.st_size == 0
          ? "This file is empty." : "This is neither an image nor a video that can be read.")
    }
  }

  /// The moving images; nil for an image.
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
