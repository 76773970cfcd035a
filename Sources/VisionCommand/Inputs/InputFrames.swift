import VisionMedia
import VisionTasks

/// The frames of one input, in order. An image is an input of one frame.
/// `@unchecked Sendable` is safe because one thread reads; others use constants and the source, which is synchronized.
final class InputFrames: @unchecked Sendable {
  private enum Content {
    case image(ImageBuffer)
    case video(any FrameSource)
  }

  let source: InputList.Source
  private(set) var frameCount = 0
  let warnings: [String]
  /// Sentences about skipped frames and frames of other sizes. For the reading thread; for others after the last frame.
  var notes: [String] {
    (skippedFrames > 0 ? ["\(skippedFrames.counted("damaged frame")) skipped"] : []) + [fitter?.note].compactMap { $0 }
  }

  struct Options: Sendable {
    var limit: Int?
    /// Whether the first frame of an animated GIF, PNG or WebP file is read as an image.
    var takesFirstFrames = false
    var segment: VideoSegment?
    /// The number of threads that decode a video file; 0 for one per core.
    var decodingThreads = 0
    var pixelLimit = ImageFile.maximumPixelCount
    var followsPlaylists = false
  }

  private let content: Content
  private var fitter: FrameFitter?
  private let limit: Int?
  /// Keeps the path of a file valid.
  private let file: OpenFile?

  /// `stop` cancels waiting for a pipe's writer, a stream, a camera and the files of a list.
  init(_ source: InputList.Source, _ options: Options = Options(), stop: StopSignal = .shared) throws {
    self.source = source
    limit = options.limit
    var warnings: [String] = []
    var file: OpenFile?
    switch source {
    case .standardInput:
      content = .image(
        try PipedInput.decode(PipedInput.read(nil, stop: stop), name: "standard input", options) {
          warnings.append($0)
        })
    case .path(let path) where path.status?.isPipe == true:
      let data = try PipedInput.read(path, stop: stop)
      content = .image(try PipedInput.decode(data, name: "\"\(path)\"", options) { warnings.append($0) })
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
        try PipedInput.decode(data, name: "\"\(source)\"", from: "an archive", options) {
          warnings.append($0)
        })
    case .sequence(let sequence): content = .video(try ImageSequenceReader(sequence))
    case .unreadable(_, let reason): throw TasksError.invalidArgument(reason)
    case .media(let source, _):
      let opening = Interruption()
      stop.onRaise { [weak opening] in opening?.close() }
      content = .video(try source.open(opening))
    }
    (self.warnings, self.file) = (warnings, file)
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
    case .withoutVideo: throw MediaKind.withoutVideo()
    case .unreadable(let error) where error.code != .invalidArgumentError: throw error
    case .unreadable:
      throw RawPath(path).status?.st_size == 0
        ? TasksError.invalidArgument("This file is empty.")
        : MediaKind.unreadable(videos: "and other videos that FFmpeg reads")
    }
  }

  var video: (any FrameSource)? { if case .video(let source) = content { source } else { nil } }
  var isVideo: Bool { video != nil }
  var isLive: Bool { video?.isLive ?? false }
  /// Whether frames can be read faster than they are shown.
  var needsPace: Bool { isVideo && (!isLive || (video as? NetworkStream)?.comesInBursts == true) }
  var skippedFrames: Int { video?.skippedFrames ?? 0 }

  var estimatedFrameCount: Int? {
    guard let video else { return 1 }
    return limit.map { limit in min(limit, video.estimatedFrameCount ?? limit) } ?? video.estimatedFrameCount
  }

  /// Stops reading, from any thread.
  func close() { video?.close() }

  func next() throws -> VideoFrame? {
    if let limit, frameCount >= limit { return nil }
    let frame: VideoFrame? =
      switch content {
      case .image(let image): frameCount == 0 ? VideoFrame(image: image, index: 0, timestampInMilliseconds: 0) : nil
      case .video(let source): try source.next().map { try fitter?.fit($0) ?? $0 }
      }
    if frame != nil { frameCount += 1 }
    return frame
  }

  /// The frame's own file in a sequence of images; nil otherwise.
  func file(of frame: VideoFrame) -> String? { (video as? ImageSequenceReader)?.file(ofFrame: frame.index) }
}
