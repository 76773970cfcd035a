internal import CFFmpeg

/// Reads the frames of a video file one after another, any format FFmpeg decodes, as upright RGB images. Animated GIF,
/// PNG and WebP files are videos, too.
///
/// The pixels equal those of the command `ffmpeg -fps_mode passthrough -sws_flags
/// bicubic+accurate_rnd+full_chroma_int+bitexact -pix_fmt rgb24`. Memory for pixels is reused as soon as a frame's
/// image is released.
///
/// ```swift
/// let reader = try VideoReader(contentsOfFile: "hands.mp4")
/// while let frame = try reader.next() { … }
/// ```
public final class VideoReader: LentSource, Sendable {
  /// The width of the upright frames, in pixels.
  public let width: Int
  /// The height of the upright frames, in pixels.
  public let height: Int
  /// The frame rate that the file states, or that of its frames' times where it states one that no camera has; nil when
  /// unknown.
  public let frameRate: VideoFrameRate?
  /// The length in seconds; nil when unknown.
  public let duration: TimeInterval?
  /// The number of frames, from the file's index or else from length and rate; nil when neither is known.
  public let estimatedFrameCount: Int?
  /// False: a file has its end.
  public let isLive = false
  /// The number of packets that could not be decoded so far and were skipped.
  public var skippedFrames: Int { skipped.withLock { $0 } }

  /// The number of units of the frames' times in a second; at least 1.
  public let timescale: Int
  /// The orientation of the stored frames, which are rotated upright by it.
  package let storedOrientation: ImageOrientation
  let path: String
  let rules: MediaRules
  let pixelAspectRatio: AVRational
  let mayHaveSound: Bool
  let reading: FrameReading
  private let skipped: Locked<Int>

  /// Opens a video file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - decodingThreads: The number of decoding threads, 0...64; 0 means one for each processor core.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `permissionDeniedError` for one that must not be
  ///   read and for a list that names other files, `invalidArgumentError` for one without video and for an image,
  ///   `outOfRangeError` for frames of more than `ImageFile.maximumPixelCount` pixels, `dataLossError` for a damaged
  ///   one, `unimplementedError` for one that FFmpeg was built without a decoder for; `notFoundError` or
  ///   `failedPreconditionError` when FFmpeg's libraries are missing or of another version.
  public convenience init(contentsOfFile path: String, decodingThreads: Int = 0) throws {
    try self.init(contentsOfFile: path, decodingThreads: decodingThreads, rules: .trusted)
  }

  /// Opens a video file, or a list of files such as an HLS playlist, and then the files and addresses that it names.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - followingPlaylists: Whether a list is followed; `init(contentsOfFile:decodingThreads:)` refuses it.
  ///   - decodingThreads: The number of decoding threads, 0...64; 0 means one for each processor core.
  /// - Throws: As `init(contentsOfFile:decodingThreads:)`.
  public convenience init(contentsOfFile path: String, followingPlaylists: Bool, decodingThreads: Int = 0) throws {
    try self.init(
      contentsOfFile: path, decodingThreads: decodingThreads, rules: followingPlaylists ? .following : .trusted)
  }

  /// The same with rules for untrusted files; frames beyond their limit are an `outOfRangeError`, here and in `next()`.
  package convenience init(contentsOfFile path: String, decodingThreads: Int = 0, rules: MediaRules) throws {
    let interruption = Interruption()
    let frames: any FileFrames =
      try Self.webPAnimation(path, rules)
      ?? TrackFrames(contentsOfFile: path, decodingThreads: decodingThreads, rules: rules, interruption: interruption)
    self.init(path, frames, rules, interruption)
  }

  package convenience init(contentsOfFile path: String, segment: VideoSegment, decodingThreads: Int = 0) throws {
    let frames = try SegmentFrames(contentsOfFile: path, segment: segment, decodingThreads: decodingThreads)
    self.init(path, frames, .trusted, Interruption())
  }

  private init(_ path: String, _ frames: any FileFrames, _ rules: MediaRules, _ interruption: Interruption) {
    let video = frames.properties
    (self.path, self.rules, skipped) = (path, rules, frames.skipped)
    (width, height, frameRate, duration) = (video.width, video.height, video.frameRate, video.duration)
    (estimatedFrameCount, timescale) = (video.frameCount, video.timescale)
    storedOrientation = video.storedOrientation
    (pixelAspectRatio, mayHaveSound) = (video.pixelAspectRatio, video.mayHaveSound)
    // The files that a list names may be far away.
    reading = FrameReading(frames, interruption, threads: rules.followsLists ? nil : .processors)
  }

  /// The file as an animated WebP, which FFmpeg does not read; nil for any other.
  private static func webPAnimation(_ path: String, _ rules: MediaRules) throws -> WebPAnimation? {
    let start = try MediaFile.firstBytes(ImageFileFormat.signatureLength, ofFile: path)
    guard start.withUnsafeBytes({ WebPStructure(ByteReader($0))?.isAnimated }) == true else { return nil }
    return try MediaFile.bytes(ofFile: path).withUnsafeBytes {
      try WebPAnimation(EncodedImage(bytes: $0, format: .webP, name: "\"\(path)\"", pixelLimit: rules.pixelLimit))
    }
  }

  /// Reads the next frame; nil after the last one.
  ///
  /// A packet that cannot be decoded is skipped and counted in `skippedFrames`.
  /// - Returns: The frame, or nil.
  /// - Throws: `TasksError` with `outOfRangeError` when the frames become too large, `dataLossError` when the file
  ///   breaks off, after all frames before the break were returned, or when nothing in it could be decoded. Later calls
  ///   return nil. `failedPreconditionError` while `frames` reads, and when its loop was left.
  public func next() throws -> VideoFrame? { try reading.next() }

  /// Ends reading, from any thread: later calls of `next()` return nil.
  public func close() { reading.interruption.close() }
}
