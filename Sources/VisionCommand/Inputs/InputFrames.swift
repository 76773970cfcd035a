import Foundation
import VisionMedia
import VisionTasks

/// One image of an input.
struct InputFrame: Sendable {
  /// The pixels, with the file's orientation applied.
  let image: ImageBuffer
  /// The position in the input, from 0.
  let index: Int
  /// The time since the start of the input; 0 for an image.
  let timestampInMilliseconds: Int
  /// The exact presentation time, for writing videos; zero for an image.
  var presentationTime = VideoTime(milliseconds: 0)
  /// The display duration; nil if unknown.
  var duration: VideoTime?
  /// The frame's own file in a sequence of images; nil otherwise.
  var file: String?
}

/// The frames of one input, in order. An image is an input of one frame.
///
/// `@unchecked Sendable` is safe because one thread reads; others use constants and the source, which is synchronized.
final class InputFrames: @unchecked Sendable {
  private enum Content {
    case image(ImageBuffer)
    case video(any FrameSource)
  }

  let source: InputList.Source
  /// The number of frames returned so far; for the reading thread only.
  private(set) var frameCount = 0
  /// Tolerated defects of the input, one sentence each.
  let warnings: [String]
  /// A sentence about frames of other sizes; nil without any. For the reading thread, and for others after the last frame.
  var sizeNote: String? { fitter?.note }

  struct Options: Sendable {
    /// The maximum number of frames; nil for all.
    var limit: Int?
    /// Whether the first frame of an animated GIF, PNG or WebP file is read as an image.
    var takesFirstFrames = false
    /// The segment of a video that is read; nil for all of it.
    var segment: VideoSegment?
    /// The number of threads that decode a video file; 0 for one per core.
    var decodingThreads = 0
    var pixelLimit = ImageFile.maximumPixelCount
    /// Whether a list opens the files that it names.
    var followsPlaylists = false
  }

  private let content: Content
  private var fitter: FrameFitter?
  private let limit: Int?
  /// Keeps the path of a file valid.
  private let file: OpenFile?

  /// Opens an input. `stop` cancels waiting for a pipe's writer and for the files of a list. Throws `TasksError` for an input that is
  /// missing, unreadable, damaged, or neither an image nor a video.
  init(_ source: InputList.Source, _ options: Options = Options(), stop: StopSignal = .shared) throws {
    self.source = source
    limit = options.limit
    var warnings: [String] = []
    var file: OpenFile?
    switch source {
    case .standardInput:
      content = .image(
        try PipedInput.decode(PipedInput.read(nil, stop: stop), name: "standard input") { warnings.append($0) })
    case .path(let path) where path.status?.isPipe == true:
      let data = try PipedInput.read(path, stop: stop)
      content = .image(try PipedInput.decode(data, name: "\"\(path)\"") { warnings.append($0) })
    case .path(let path):
      let opened = try OpenFile(path)
      file = opened
      do {
        content = try Self.open(opened.path, options) { warnings.append($0) }
      } catch let error as TasksError where path.text == nil {
        // Messages name the file, not the descriptor path.
        throw TasksError(error.code, error.message.replacing(opened.path, with: path.description))
      }
    case .member(let member, let archive):
      if let problem = member.problem { throw TasksError.invalidArgument(problem) }
      let data = try ArchiveFile(archive).contents(of: member)
      content = .image(
        try PipedInput.decode(data, name: "\"\(source)\"", from: .archive, pixelLimit: options.pixelLimit) {
          warnings.append($0)
        })
    case .sequence(let sequence): content = .video(try ImageSequenceReader(sequence))
    case .unreadable(_, let reason): throw TasksError.invalidArgument(reason)
    case .media(let source): content = .video(try source.open())
    }
    self.warnings = warnings
    self.file = file
    guard case .video(let video) = content else { return }
    fitter = FrameFitter(for: video, isPart: options.segment.map { $0.firstFrame > 0 } ?? false)
    // The files of a list may be awaited.
    if options.followsPlaylists { stop.onRaise { [weak video] in video?.close() } }
  }

  private static func open(_ path: String, _ options: Options, onWarning: (String) -> Void) throws -> Content {
    if let segment = options.segment {
      return .video(try VideoReader(contentsOfFile: path, segment: segment, decodingThreads: options.decodingThreads))
    }
    let imageKind = options.takesFirstFrames ? try MediaKind.ofImageFile(path) : nil
    switch try imageKind.map({ _ in .media(.image) })
      ?? MediaKind.inspect(contentsOfFile: path, rules: options.followsPlaylists ? .following : .trusted)
    {
    case .media(.image):
      return .image(try ImageFile.read(contentsOfFile: path, pixelLimit: options.pixelLimit, onWarning: onWarning))
    case .media(.video):
      return .video(
        try VideoReader(
          contentsOfFile: path, followingPlaylists: options.followsPlaylists, decodingThreads: options.decodingThreads))
    case .withoutVideo: throw TasksError.invalidArgument("This file has no video track.")
    case .unreadable(let error) where error.code != .invalidArgumentError: throw error
    case .unreadable:
      throw TasksError.invalidArgument(
        RawPath(path).status?.st_size == 0
          ? "This file is empty."
          : "This is neither a readable image nor a readable video. \(ImageFileFormat.list) images are read, and "
            + "\(MediaRules.containerList) and other videos that FFmpeg reads.")
    }
  }

  /// The video source; nil for an image.
  var video: (any FrameSource)? {
    if case .video(let source) = content { source } else { nil }
  }

  var isVideo: Bool { video != nil }

  var isLive: Bool { video?.isLive ?? false }

  /// The number of frames, up to the limit; nil if the file does not state it.
  var estimatedFrameCount: Int? {
    guard let video else { return 1 }
    return limit.map { limit in min(limit, video.estimatedFrameCount ?? limit) } ?? video.estimatedFrameCount
  }

  var skippedFrames: Int { video?.skippedFrames ?? 0 }

  /// Stops reading, from any thread.
  func close() { video?.close() }

  /// Returns the next frame; nil at the end.
  func next() throws -> InputFrame? {
    if let limit, frameCount >= limit { return nil }
    let frame: InputFrame?
    switch content {
    case .image(let image):
      frame = frameCount == 0 ? InputFrame(image: image, index: 0, timestampInMilliseconds: 0) : nil
    case .video(let source):
      frame = try source.next().map { try fitter?.fit($0) ?? $0 }.map {
        InputFrame(
          image: $0.image, index: $0.index, timestampInMilliseconds: $0.timestampInMilliseconds,
          presentationTime: $0.presentationTime, duration: $0.duration,
          file: (source as? ImageSequenceReader)?.file(ofFrame: $0.index))
      }
    }
    if frame != nil { frameCount += 1 }
    return frame
  }
}
