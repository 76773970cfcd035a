internal import CFFmpeg

protocol FileFrames: FrameSequence {
  var properties: VideoProperties { get }
  var skipped: Locked<Int> { get }
}

struct VideoProperties {
  var width, height: Int
  var frameRate: VideoFrameRate?
  var duration: TimeInterval?
  var frameCount: Int?
  /// The number of units of the frames' times in a second; at least 1.
  var timescale: Int
  /// The pixel aspect ratio of an upright frame (width over height); zero when unknown.
  var pixelAspectRatio = AVRational.unknown
  var mayHaveSound = false
  /// The orientation of the stored frames.
  var storedOrientation = ImageOrientation.up
}

final class TrackFrames: FileFrames {
  private let path: String
  private let track: VideoTrack
  private let clock: VideoClock
  private var nextIndex = 0
  private var lastTimestamp = -1

  init(contentsOfFile path: String, decodingThreads: Int, rules: MediaRules, interruption: Interruption) throws {
    self.path = path
    let container = try MediaContainer(
      contentsOfFile: path, rules: rules, interruption: rules.followsLists ? interruption : nil)
    if container.isImage, try ImageSeries.demuxer(ofFile: path) == nil { throw container.imageError(path) }
    track = try VideoTrack(container: container, name: "\"\(path)\"", decodingThreads: decodingThreads)
    clock = track.makeClock()
  }

  var properties: VideoProperties { track.properties(clock) }
  var skipped: Locked<Int> { track.skipped }

  func next() throws -> VideoFrame? {
    switch try track.decode() {
    case .frame:
      let time = clock.time(of: track.frame)
      lastTimestamp = max(clock.milliseconds(time), lastTimestamp.saturatingAdd(1))
      defer { nextIndex += 1 }
      return try track.makeFrame(clock, time, index: nextIndex, timestamp: lastTimestamp)
    case .end where nextIndex > 0: return nil
    case .end:
      let damaged = skipped.withLock { $0 }
      throw TasksError.dataLoss(
        damaged == 0
          ? "The video \"\(path)\" has no frame, or its frames are in other files, which are not opened."
          : "No frame of the video \"\(path)\" could be decoded; \(damaged) packets are damaged.")
    case .brokenOff(let status):
      throw FFmpegError.error("The video \"\(path)\" breaks off after \(nextIndex) frames", status)
    }
  }
}

/// The frames of a video's segment: the same images, indices and times as in the whole video.
final class SegmentFrames: FileFrames {
  private let path: String
  private let decodingThreads: Int
  private let segment: VideoSegment
  private var track: VideoTrack
  private let clock: VideoClock
  private var count = 0

  init(contentsOfFile path: String, segment: VideoSegment, decodingThreads: Int) throws {
    (self.path, self.decodingThreads, self.segment) = (path, decodingThreads, segment)
    track = try VideoTrack(contentsOfFile: path, decodingThreads: decodingThreads)
    clock = track.makeClock()
    clock.firstTime = segment.origin
    // A plan may come from a file.
    guard segment.firstFrame >= 0, segment.frameCount > 0, segment.firstFrame <= Int.max - segment.frameCount else {
      throw mismatch
    }
  }

  var properties: VideoProperties {
    var properties = track.properties(clock)
    (properties.duration, properties.frameCount, properties.mayHaveSound) = (nil, segment.frameCount, false)
    return properties
  }
  var skipped: Locked<Int> { track.skipped }

  func next() throws -> VideoFrame? {
    guard count < segment.frameCount else {
      // The decoder may find more frames than the packets promise.
      if try decode(), try time() < segment.end ?? .max { throw mismatch }
      return nil
    }
    guard try count == 0 ? findStart() : decode(), try time() < segment.end ?? .max else { throw mismatch }
    let time = clock.time(of: track.frame)
    defer { count += 1 }
    return try track.makeFrame(clock, time, index: segment.firstFrame + count, timestamp: clock.milliseconds(time))
  }

  private func findStart() throws -> Bool {
    guard segment.firstFrame > 0 else { return try decode() && time() == segment.start }
    track.seek(to: segment.start)
    // A key frame for which decoding may begin can still need frames before it (intra refresh).
    if try skipToStart(), track.frame.pointer.pointee.pict_type == AV_PICTURE_TYPE_I { return true }
    skipped.withLock { $0 = 0 }
    track = try VideoTrack(contentsOfFile: path, decodingThreads: decodingThreads, skipped: skipped)
    return try skipToStart()
  }

  private func skipToStart() throws -> Bool {
    while try decode() {
      let time = try time()
      if time >= segment.start { return time == segment.start }
    }
    return false
  }

  private func decode() throws -> Bool {
    switch try track.decode() {
    case .frame: return true
    case .end: return false
    case .brokenOff(let status): throw FFmpegError.error("The video \"\(path)\" breaks off", status)
    }
  }

  private func time() throws -> Int64 {
    guard let time = track.frame.time else { throw mismatch }
    return time
  }

  private var mismatch: TasksError {
    TasksError.dataLoss(
      "The frames of \"\(path)\" are not those that its packets promise: it is damaged, or was changed. "
        + "Whole videos can be processed; leave out --segment-seconds.")
  }
}

extension VideoTrack {
  fileprivate func properties(_ clock: VideoClock) -> VideoProperties {
    VideoProperties(
      width: width, height: height, frameRate: frameRate, duration: duration, frameCount: estimatedFrameCount,
      timescale: Int(clock.unit.den), pixelAspectRatio: pixelAspectRatio, mayHaveSound: true,
      storedOrientation: orientation)
  }

  fileprivate func makeFrame(_ clock: VideoClock, _ time: Int64, index: Int, timestamp: Int) throws -> VideoFrame {
    let duration = clock.length(of: frame).map(clock.videoTime)
    return VideoFrame(
      image: try makeImage(), index: index, timestampInMilliseconds: timestamp,
      presentationTime: clock.videoTime(time), duration: duration)
  }
}
