internal import CFFmpeg

/// Finds the frame that a video shows at a time. Not thread-safe.
/// Ascending times are fast: reading continues from the last frame, and frames in between are decoded without
/// conversion. For an earlier time, and for one far ahead, it seeks to the nearest key frame before it in the file's
/// index; without one it starts over, or reads on.
package final class VideoFrameFinder {
  /// A frame and its time, in the clock's units after the first frame.
  private typealias Kept = (frame: FFmpegFrame, time: Int64)

  /// The minimum distance in seconds of a key frame ahead for which seeking is worthwhile.
  private static let worthwhileSeconds = 1.0

  package var storedOrientation: ImageOrientation { track.orientation }

  private(set) var decodedFrames = 0
  private let path: String
  private var track: VideoTrack
  private var clock: VideoClock
  private var spares: [FFmpegFrame] = []
  /// The last found frame, its image if converted, and the frame after it, which is nil after the last one.
  private var shown: Kept?
  private var shownImage: ImageBuffer?
  private var following: Kept?
  /// The error that ended reading before the video's end; thrown when a later frame is requested.
  private var failure: TasksError?

  package init(contentsOfFile path: String) throws {
    self.path = path
    track = try VideoTrack(contentsOfFile: path)
    clock = track.makeClock()
    try readFirstFrames()
  }

  /// The last frame that begins at or before a time after the first frame, and its start; the first for earlier times.
  package func frame(at time: VideoTime) throws -> (image: ImageBuffer, time: VideoTime) {
    let target = clock.units(in: time)
    if let shown, target < shown.time {
      if target > 0, place(at: target) != nil { try jump(to: target) } else { try restart() }
    } else if let following, isJumpWorthwhile(from: following.time, to: target) {
      try jump(to: target)
    }
    while let next = following, next.time <= target { try advance(next) }
    guard let shown else { throw failure ?? TasksError.dataLoss("There is no frame in \"\(path)\".") }
    if let failure, target > shown.time { throw failure }
    let image = try shownImage ?? track.makeImage(of: shown.frame)
    shownImage = image
    return (image, clock.videoTime(shown.time))
  }

  private func readFirstFrames() throws {
    (shown, following, shownImage, failure) = (nil, nil, nil, nil)
    shown = try readFrame()
    following = shown == nil ? nil : try readFrame()
  }

  private func advance(_ next: Kept) throws {
    if let shown { spares.append(shown.frame) }
    (shown, shownImage) = (next, nil)
    following = nil
    following = try readFrame()
  }

  private func readFrame() throws -> Kept? {
    switch try track.decode() {
    case .frame:
      decodedFrames += 1
      let time = clock.time(of: track.frame)
      let frame = try spares.popLast() ?? FFmpegFrame()
      av_frame_unref(frame.pointer)
      av_frame_move_ref(frame.pointer, track.frame.pointer)
      return (frame, time)
    case .end: return nil
    case .brokenOff(let status):
      failure = FFmpegError.error("The video \"\(path)\" breaks off", status)
      return nil
    }
  }

  private func isJumpWorthwhile(from time: Int64, to target: Int64) -> Bool {
    guard target > time, let first = clock.firstTime, let place = place(at: target) else { return false }
    return (Double(place) - Double(first) - Double(time)) * clock.unit.value > Self.worthwhileSeconds
  }

  /// The time of the last key frame in the index up to a time; nil without times, or where the clock started again.
  private func place(at time: Int64) -> Int64? {
    guard let shown, shown.frame.pointer.pointee.pts.ifTime != nil, let first = clock.firstTime, !clock.hasRestarted
    else { return nil }
    let (stamp, overflows) = first.addingReportingOverflow(time)
    guard !overflows else { return nil }
    return avformat_index_get_entry_from_timestamp(track.stream, stamp, AVSEEK_FLAG_BACKWARD)?.pointee.timestamp
  }

  /// Goes to a place from which the frame can be decoded; further back as long as the first frame there is later.
  private func jump(to target: Int64) throws {
    guard let first = clock.firstTime else { return try restart() }
    track.seek(to: first.addingReportingOverflow(target).partialValue)
    repeat {
      clock.jump()
      try readFirstFrames()
      if let shown, shown.frame.pointer.pointee.pts.ifTime != nil, shown.time <= target { return }
    } while track.rewind()
    try restart()
  }

  private func restart() throws {
    track = try VideoTrack(contentsOfFile: path)
    clock = track.makeClock()
    try readFirstFrames()
  }
}
