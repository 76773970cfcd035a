internal import CFFmpeg
import VisionErrors

/// The packets of a file's sound, one after another, with times after the video's first image.
final class AudioSource {
  /// The unit of the sound's times, in seconds.
  let timeBase: AVRational
  /// The sound's parameters; nil without sound.
  let parameters: UnsafeMutablePointer<AVCodecParameters>?
  /// The number of sound tracks of the file, of which one is read.
  let trackCount: Int
  /// Why the packets ended before the file's end.
  private(set) var error: TasksError?

  private let container: MediaContainer
  private let path: String
  private let stream: UnsafeMutablePointer<AVStream>?
  /// Where the source's first image stands, then where the written video's does, in the sound's units.
  private var origin: Int64 = 0
  private var videoEnd: Int64?
  private var videoUnit = AVRational(num: 1, den: 1)
  private let packet: FFmpegPacket
  private var isHolding = false
  private var isOver = false
  private var expected: Int64 = 0

  /// - Throws: What `MediaContainer` throws.
  init(contentsOfFile path: String, rules: MediaRules) throws {
    self.path = path
    container = try MediaContainer(contentsOfFile: path, rules: rules)
    packet = try FFmpegPacket()
    trackCount = container.soundTrackCount
    let video = container.videoStream
    let index = av_find_best_stream(container.context, AVMEDIA_TYPE_AUDIO, -1, video?.pointee.index ?? -1, nil, 0)
    guard index >= 0, let stream = container.context.pointee.streams[Int(index)],
      stream.pointee.time_base.num > 0, stream.pointee.time_base.den > 0
    else {
      (stream, parameters, timeBase) = (nil, nil, videoUnit)
      return
    }
    (self.stream, parameters, timeBase) = (stream, stream.pointee.codecpar, stream.pointee.time_base)
    container.discardAll(but: stream)
    if let video { locate(video.pointee) }
  }

  /// Finds where the source's images begin and end.
  private func locate(_ video: AVStream) {
    let none = vision_no_timestamp()
    if video.start_time != none { origin = av_rescale_q(video.start_time, video.time_base, timeBase) }
    let microseconds = AVRational(num: 1, den: AV_TIME_BASE)
    if video.duration != none, video.duration > 0 {
      videoEnd = origin.addingReportingOverflow(av_rescale_q(video.duration, video.time_base, timeBase)).partialValue
    } else if container.context.pointee.duration > 0 {
      let start = container.context.pointee.start_time
      let end = container.context.pointee.duration.addingReportingOverflow(start == none ? 0 : start).partialValue
      videoEnd = av_rescale_q(end, microseconds, timeBase)
    }
  }

  /// Says at which time after the source's first image the video begins, and the unit of its times.
  func begin(at time: Int64, timeBase unit: AVRational) {
    videoUnit = unit
    origin = origin.addingReportingOverflow(av_rescale_q(time, unit, timeBase)).partialValue
  }

  /// A time of the video in the sound's units.
  func units(_ time: Int64) -> Int64 { av_rescale_q(time, videoUnit, timeBase) }

  /// Whether a video that ends at a time has all images of the source, a tenth of a second more or less.
  func isEndOfVideo(_ end: Int64) -> Bool {
    guard let videoEnd else { return false }
    let missing = videoEnd.subtractingReportingOverflow(origin).partialValue
      .subtractingReportingOverflow(units(end)).partialValue
    return missing <= av_rescale_q(1, AVRational(num: 1, den: 10), timeBase)
  }

  /// The next packet if it begins before a time; its times are after the video's first image. It is the same object
  /// each time.
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
      if status != FFmpegError.endOfFile {
        error = TasksError(.dataLossError, "\"\(path)\" cannot be read to its end: \(FFmpegError.text(status)).")
      }
      return
    }
    let none = vision_no_timestamp()
    let content = packet.pointer.pointee
    let stamp = content.pts != none ? content.pts : content.dts
    let time = stamp != none ? stamp.subtractingReportingOverflow(origin).partialValue : expected
    packet.pointer.pointee.pts = time
    packet.pointer.pointee.dts = time
    expected = time.addingReportingOverflow(max(content.duration, 0)).partialValue
    isHolding = true
  }
}
