internal import CFFmpeg

final class AudioSource {
  let timeBase: AVRational
  /// The audio parameters; nil without audio.
  let parameters: UnsafeMutablePointer<AVCodecParameters>?
  let trackCount: Int
  private(set) var error: TasksError?
  private let container: MediaContainer
  private let path: String
  private let stream: FFmpegStream?
  /// The time of the source's first frame, then of the written video's, in the audio's units.
  private var origin: Int64 = 0
  private var videoEnd: Int64?
  private var videoUnit = AVRational.seconds
  private let packet: FFmpegPacket
  private var isHolding = false
  private var isOver = false
  private var expected: Int64 = 0
  /// What new starts of the file's clock add to its times; see `VideoClock`.
  private var shift: Int64 = 0
  private var hasRead = false

  init(contentsOfFile path: String, rules: MediaRules) throws {
    self.path = path
    container = try MediaContainer(contentsOfFile: path, rules: rules)
    packet = try FFmpegPacket()
    trackCount = container.soundTrackCount
    let video = container.videoStream
    let index = av_find_best_stream(container.context, AVMEDIA_TYPE_AUDIO, -1, video?.pointee.index ?? -1, nil, 0)
    guard index >= 0, let stream = container.context.pointee.streams[Int(index)], stream.pointee.time_base.isPositive
    else {
      (stream, parameters, timeBase) = (nil, nil, videoUnit)
      return
    }
    (self.stream, parameters, timeBase) = (stream, stream.pointee.codecpar, stream.pointee.time_base)
    container.discardAll(but: stream)
    if let video { locate(video.pointee) }
  }

  private func locate(_ video: AVStream) {
    if let start = video.start_time.ifTime { origin = av_rescale_q(start, video.time_base, timeBase) }
    if let length = video.duration.ifTime, length > 0 {
      videoEnd = origin.addingReportingOverflow(av_rescale_q(length, video.time_base, timeBase)).partialValue
    } else if container.context.pointee.duration > 0 {
      let start = container.context.pointee.start_time.ifTime ?? 0
      let end = container.context.pointee.duration.addingReportingOverflow(start).partialValue
      videoEnd = av_rescale_q(end, AVRational(num: 1, den: AV_TIME_BASE), timeBase)
    }
  }

  func begin(at time: Int64, timeBase unit: AVRational) {
    videoUnit = unit
    origin = origin.addingReportingOverflow(av_rescale_q(time, unit, timeBase)).partialValue
  }

  func units(_ time: Int64) -> Int64 { av_rescale_q(time, videoUnit, timeBase) }

  /// Whether a video that ends at a time contains all frames of the source, within 0.1 seconds.
  func isEndOfVideo(_ end: Int64) -> Bool {
    guard let videoEnd else { return false }
    let missing = videoEnd.subtractingReportingOverflow(origin).partialValue
      .subtractingReportingOverflow(units(end)).partialValue
    return missing <= av_rescale_q(1, AVRational(num: 1, den: 10), timeBase)
  }

  /// The next packet if it starts before a time; its times are relative to the video's first frame. It is reused.
  func next(before limit: Int64) -> FFmpegPacket? {
    if !isHolding { read() }
    guard isHolding, packet.pointer.pointee.pts < limit else { return nil }
    isHolding = false
    return packet
  }

  private func read() {
    guard let stream, !isOver else { return }
    packet.unreference()
    let status = container.readPacket(of: stream, into: packet)
    guard status >= 0 else {
      isOver = true
      if status != FFmpegError.endOfFile { error = FFmpegError.error("\"\(path)\" cannot be read to its end", status) }
      return
    }
    var time = expected
    if let stamp = packet.time ?? packet.decodingTime {
      time = stamp.saturatingSubtract(origin).saturatingAdd(shift)
      if hasRead, isNewStart(time) {
        shift = shift.saturatingAdd(expected.saturatingSubtract(time))
        time = expected
      }
    }
    hasRead = true
    packet.pointer.pointee.pts = time
    packet.pointer.pointee.dts = time
    expected = time.addingReportingOverflow(max(packet.pointer.pointee.duration, 0)).partialValue
    isHolding = true
  }

  private func isNewStart(_ time: Int64) -> Bool {
    let step = time.saturatingSubtract(expected)
    let second = av_rescale_q(1, .seconds, timeBase)
    return step < -second / 5 || container.mayJump && step > second.saturatingMultiply(10)
  }
}
