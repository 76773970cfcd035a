internal import CFFmpeg
import Foundation
import VisionCore

/// The frames of one file, in order, for `VideoReader`.
protocol FileFrames: AnyObject {
  var width: Int { get }
  var height: Int { get }
  var frameRate: VideoFrameRate? { get }
  /// Where the frame rate is from.
  var frameRateSource: FrameRateEstimate.Source { get }
  var duration: TimeInterval? { get }
  var estimatedFrameCount: Int? { get }
  /// The number of units of the frames' times in a second; at least 1.
  var timescale: Int { get }
  /// The pixel aspect ratio of an upright frame (width over height); zero when unknown.
  var pixelAspectRatio: AVRational { get }
  /// Whether the format can contain audio.
  var mayHaveSound: Bool { get }
  /// The number of packets that could not be decoded so far.
  var skippedFrames: Int { get }

  /// The next frame; nil at the end. It is not called again after the end or an error.
  func next() throws -> VideoFrame?
}

/// The frames of a video file that FFmpeg reads.
final class TrackFrames: FileFrames {
  private let path: String
  private let track: VideoTrack
  private let clock: VideoClock
  private var nextIndex = 0
  private var lastTimestamp = -1

  /// - Throws: What `VideoReader` throws.
  init(contentsOfFile path: String, decodingThreads: Int, rules: MediaRules, interruption: Interruption) throws {
    self.path = path
    let container = try MediaContainer(
      contentsOfFile: path, rules: rules, interruption: rules.followsLists ? interruption : nil)
    if container.isImage, try ImageSeries.demuxer(ofFile: path) == nil { throw container.imageError(path) }
    track = try VideoTrack(container: container, name: "\"\(path)\"", decodingThreads: decodingThreads)
    clock = track.makeClock()
  }

  var width: Int { track.width }
  var height: Int { track.height }
  var frameRate: VideoFrameRate? { track.frameRate }
  var frameRateSource: FrameRateEstimate.Source { track.rate.source }
  var duration: TimeInterval? { track.duration }
  var estimatedFrameCount: Int? { track.estimatedFrameCount }
  var timescale: Int { Int(clock.unit.den) }
  var pixelAspectRatio: AVRational { track.pixelAspectRatio }
  var mayHaveSound: Bool { true }
  var skippedFrames: Int { track.skippedFrames }

  func next() throws -> VideoFrame? {
    switch try track.decode() {
    case .frame: return try makeFrame()
    case .end:
      try checkNotEmpty()
      return nil
    case .brokenOff(let status):
      throw TasksError(
        .dataLossError, "The video \"\(path)\" breaks off after \(nextIndex) frames: \(FFmpegError.text(status)).")
    }
  }

  private func makeFrame() throws -> VideoFrame {
    let time = clock.time(of: track.frame)
    let timestamp = max(clock.milliseconds(time), lastTimestamp.saturatingAdd(1))
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
      .dataLossError,
      track.skippedFrames == 0
        ? "The video \"\(path)\" has no frame, or its frames are in other files, which are not opened."
        : "No frame of the video \"\(path)\" could be decoded; \(track.skippedFrames) packets are damaged.")
  }
}
