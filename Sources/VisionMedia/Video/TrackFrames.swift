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

/// The frames of a video's segment: the same images, indices and times as in the whole video.
final class SegmentFrames: FileFrames {
  private let path: String
  private let rules: MediaRules
  private let decodingThreads: Int
  private let segment: VideoSegment
  private var track: VideoTrack
  private let clock: VideoClock
  private var count = 0

  /// - Throws: What `VideoReader` throws.
  init(contentsOfFile path: String, segment: VideoSegment, decodingThreads: Int, rules: MediaRules) throws {
    (self.path, self.rules, self.decodingThreads, self.segment) = (path, rules, decodingThreads, segment)
    track = try Self.openTrack(path, decodingThreads, rules)
    clock = track.makeClock()
    clock.begin(at: segment.origin)
    // A plan may come from a file.
    guard segment.firstFrame >= 0, segment.frameCount > 0, segment.firstFrame <= Int.max - segment.frameCount else {
      throw mismatch
    }
  }

  private static func openTrack(_ path: String, _ decodingThreads: Int, _ rules: MediaRules) throws -> VideoTrack {
    try VideoTrack(
      container: MediaContainer(contentsOfFile: path, rules: rules), name: "\"\(path)\"",
      decodingThreads: decodingThreads)
  }

  var width: Int { track.width }
  var height: Int { track.height }
  var frameRate: VideoFrameRate? { track.frameRate }
  var frameRateSource: FrameRateEstimate.Source { track.rate.source }
  var duration: TimeInterval? { nil }
  var estimatedFrameCount: Int? { segment.frameCount }
  var timescale: Int { Int(clock.unit.den) }
  var pixelAspectRatio: AVRational { track.pixelAspectRatio }
  var mayHaveSound: Bool { false }
  var skippedFrames: Int { track.skippedFrames }

  func next() throws -> VideoFrame? {
    guard count < segment.frameCount else {
      // The decoder may find more frames than the packets promise.
      if try decode(), try time() < segment.end ?? .max { throw mismatch }
      return nil
    }
    guard try count == 0 ? findStart() : decode() else { throw mismatch }
    guard try time() < segment.end ?? .max else { throw mismatch }
    let time = clock.time(of: track.frame)
    let duration = clock.length(of: track.frame).map(clock.videoTime)
    defer { count += 1 }
    return VideoFrame(
      image: try track.makeImage(), index: segment.firstFrame + count,
      timestampInMilliseconds: clock.milliseconds(time), presentationTime: clock.videoTime(time), duration: duration)
  }

  /// Decodes up to the first frame; false if there is none.
  private func findStart() throws -> Bool {
    guard segment.firstFrame > 0 else { return try decode() && time() == segment.start }
    track.seek(to: segment.start)
    // A key frame for which decoding may begin can still need frames before it (intra refresh).
    if try skipToStart(), track.frame.isIntra { return true }
    track = try Self.openTrack(path, decodingThreads, rules)
    return try skipToStart()
  }

  private func skipToStart() throws -> Bool {
    while try decode() {
      let time = try time()
      if time >= segment.start { return time == segment.start }
    }
    return false
  }

  /// Decodes a frame; false at the end.
  private func decode() throws -> Bool {
    switch try track.decode() {
    case .frame: return true
    case .end: return false
    case .brokenOff(let status):
      throw TasksError(.dataLossError, "The video \"\(path)\" breaks off: \(FFmpegError.text(status)).")
    }
  }

  private func time() throws -> Int64 {
    guard let time = track.presentationTime else { throw mismatch }
    return time
  }

  private var mismatch: TasksError {
    TasksError(
      .dataLossError,
      "The frames of \"\(path)\" are not those that its packets promise: it is damaged, or was changed. "
        + "Whole videos can be processed; leave out --segment-seconds.")
  }
}

extension FFmpegFrame {
  /// Whether it was decoded without other frames.
  fileprivate var isIntra: Bool { pointer.pointee.pict_type == AV_PICTURE_TYPE_I }
}
