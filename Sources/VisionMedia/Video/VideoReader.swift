import CFFmpeg
import Foundation
import VisionErrors
import VisionImaging

/// Reads the frames of a video file one after another, any format FFmpeg decodes, as upright RGB pictures.
///
/// The pixels equal those of the command `ffmpeg -fps_mode passthrough
/// -sws_flags bicubic+accurate_rnd+full_chroma_int+bitexact -pix_fmt rgb24`. Once running it takes no new memory for
/// pixels: a frame's memory serves again as soon as its picture is let go.
///
/// ```swift
/// let reader = try VideoReader(contentsOfFile: "hands.mp4")
/// while let frame = try reader.next() { … }
/// ```
///
/// Sendable since what reading changes is touched under the lock only.
public final class VideoReader: FrameSource, @unchecked Sendable {
  /// The width of the upright frames, in pixels.
  public let width: Int
  /// The height of the upright frames, in pixels.
  public let height: Int
  /// The frames a second as the file states or suggests them; nil when it says nothing.
  public let frameRate: VideoFrameRate?
  /// The length in seconds; nil when the file does not say.
  public let duration: TimeInterval?
  /// The number of frames, from the file's index or else from length and rate; nil when neither is known.
  public let estimatedFrameCount: Int?
  /// False: a file has its end.
  public let isLive = false
  /// How many pieces of the file could not be decoded so far and were left out.
  public var skippedFrames: Int { lock.withLock { track.skippedFrames } }

  /// The unit of the frames' times: how many of it make a second; at least 1.
  public var timescale: Int { Int(clock.unit.den) }

  let path: String
  /// How wide an upright frame's pixel is, compared with its height; zero when the file does not say.
  var pixelAspectRatio: AVRational { track.pixelAspectRatio }
  private let lock = NSLock()
  private let interruption = Interruption()
  private let track: VideoTrack
  private let clock: VideoClock
  private var nextIndex = 0
  private var lastTimestamp = -1
  private var isFinished = false

  /// Opens a video file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - decodingThreads: How many threads decode; 0 stands for one a processor core.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `permissionDeniedError` for one that must not be
  ///   read, `invalidArgumentError` for one without video and for an image, `dataLossError` for a damaged one, `unimplementedError` for
  ///   one that FFmpeg was built without a decoder for; `notFoundError` or `failedPreconditionError` when FFmpeg's libraries
  ///   are missing or of another version.
  public convenience init(contentsOfFile path: String, decodingThreads: Int = 0) throws {
    try self.init(contentsOfFile: path, decodingThreads: decodingThreads, followsReferences: true)
  }

  /// The same for a file from a stranger: without `followsReferences` a playlist opens no other file and no address.
  package init(contentsOfFile path: String, decodingThreads: Int = 0, followsReferences: Bool) throws {
    self.path = path
    let container = try MediaContainer(contentsOfFile: path, followsReferences: followsReferences)
    guard !container.isSingleImage else {
      throw TasksError.invalidArgument(
        "\"\(path)\" is an image, not a video; read it with ImageFile.read(contentsOfFile:) or MPImage(contentsOfFile:)."
      )
    }
    track = try VideoTrack(container: container, name: "\"\(path)\"", decodingThreads: decodingThreads)
    width = track.width
    height = track.height
    frameRate = track.frameRate
    duration = track.duration
    estimatedFrameCount = track.estimatedFrameCount
    clock = VideoClock(timeBase: track.stream.pointee.time_base, frameRate: track.frameRate)
  }

  /// Reads the next frame; nil after the last one.
  ///
  /// A piece that cannot be decoded is left out and counted in `skippedFrames`.
  /// - Returns: The frame, or nil.
  /// - Throws: `TasksError` with `dataLossError` when the file breaks off, after all frames before the break were
  ///   returned, or when nothing in it could be decoded. Later calls return nil.
  public func next() throws -> VideoFrame? {
    try lock.withLock {
      guard !isFinished, !interruption.isClosed else { return nil }
      switch track.decode() {
      case .frame:
        do {
          return try makeFrame()
        } catch {
          isFinished = true
          throw error
        }
      case .end:
        isFinished = true
        try checkNotEmpty()
      case .brokenOff(let status):
        isFinished = true
        throw TasksError(
          .dataLossError, "The video \"\(path)\" breaks off after \(nextIndex) frames: \(FFmpegError.text(status)).")
      }
      return nil
    }
  }

  /// Ends the reading from any thread: later calls of `next()` return nil.
  public func close() { interruption.close() }

  private func makeFrame() throws -> VideoFrame {
    let time = clock.time(of: track.frame)
    let timestamp = max(clock.milliseconds(time), lastTimestamp + 1)
    let duration = clock.length(of: track.frame).map(clock.videoTime)
    let image = try track.makeImage()
    defer { nextIndex += 1 }
    lastTimestamp = timestamp
    return VideoFrame(
      image: image, index: nextIndex, timestampInMilliseconds: timestamp, presentationTime: clock.videoTime(time),
      duration: duration)
  }

  private func checkNotEmpty() throws {
    guard nextIndex == 0 else { return }
    throw TasksError(
      .dataLossError, "No frame of the video \"\(path)\" could be decoded; \(track.skippedFrames) pieces are damaged.")
  }
}
