internal import CFFmpeg

final class AudioCopier: AudioPacketWriter {
  let file: MP4File
  private let stream: FFmpegStream
  private let timeBase, sampleTime: AVRational
  /// FFmpeg's state for restoring exact times from rounded ones.
  private var rounding = vision_no_timestamp()
  private var lastTime: Int64?

  init(parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational, file: MP4File) throws {
    (self.file, self.timeBase) = (file, timeBase)
    sampleTime = AVRational(num: 1, den: parameters.pointee.sample_rate)
    stream = try file.addStream()
    guard avcodec_parameters_copy(stream.pointee.codecpar, parameters) >= 0 else {
      throw TasksError.outOfMemory("a track")
    }
    // The source's format may have another name for the codec than MP4.
    stream.pointee.codecpar.pointee.codec_tag = 0
    stream.pointee.time_base = sampleTime
  }

  /// Skips audio before the first frame, except for 0.1 seconds of decoder priming, which the file marks as silent.
  func take(_ packet: FFmpegPacket, until end: Int64) throws {
    defer { packet.unreference() }
    let time = packet.pointer.pointee.pts
    guard time >= -av_rescale_q(1, AVRational(num: 1, den: 10), timeBase) else { return }
    var length = packet.pointer.pointee.duration
    let samples = av_get_audio_frame_duration2(stream.pointee.codecpar, packet.pointer.pointee.size)
    if samples > 0 { length = av_rescale_q(Int64(samples), sampleTime, timeBase) }
    // The last packet ends with the last frame.
    let rest = end.saturatingSubtract(time)
    let isCut = end != Int64.max && length > rest
    if isCut { length = rest }
    let exact = Int32(clamping: samples > 0 && !isCut ? Int64(samples) : av_rescale_q(length, timeBase, sampleTime))
    var target = av_rescale_delta(timeBase, time, sampleTime, exact, &rounding, stream.pointee.time_base)
    if let lastTime { target = max(target, lastTime.saturatingAdd(1)) }
    lastTime = target
    packet.pointer.pointee.pts = target
    packet.pointer.pointee.dts = target
    packet.pointer.pointee.duration = av_rescale_q(Int64(exact), sampleTime, stream.pointee.time_base)
    try file.write(packet, to: stream, timeBase: stream.pointee.time_base)
  }

  func write(upTo time: Int64) {}
  func finish(at end: Int64) {}
}

/// Transcodes audio of any codec to AAC, mono or stereo, starting with the video. Gaps in the source are filled with
/// silence, so that audio and video stay in sync.
final class AudioTranscoder: AudioPacketWriter {
  let file: MP4File
  private let stream: FFmpegStream
  private let timeBase: AVRational
  private let decoder: FFmpegDecoder
  private let frame: FFmpegFrame
  private let resampler: AudioResampler
  private let aac: AACEncoder

  init(parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational, file: MP4File) throws {
    (self.file, self.timeBase) = (file, timeBase)
    decoder = try FFmpegDecoder(codec: parameters.pointee.codec_id) { context in
      guard avcodec_parameters_to_context(context, parameters) >= 0 else { throw TasksError.outOfMemory("a decoder") }
      context.pointee.pkt_timebase = timeBase
    }
    frame = try FFmpegFrame()
    aac = try AACEncoder(sampleRate: parameters.pointee.sample_rate, channels: parameters.pointee.ch_layout.nb_channels)
    resampler = try AudioResampler(like: aac.encoder.context)
    stream = try file.addStream(of: aac.encoder)
  }

  func take(_ packet: FFmpegPacket, until end: Int64) throws {
    defer { packet.unreference() }
    // A damaged packet leaves a gap.
    guard decoder.send(packet) >= 0 else { return }
    try decode()
  }

  func write(upTo time: Int64) throws {
    try aac.encode(resampler, before: av_rescale_q(time, timeBase, aac.encoder.timeBase), isLast: false, put)
  }

  func finish(at end: Int64) throws {
    _ = decoder.send(nil)
    try decode()
    let samples = end == Int64.max ? end : av_rescale_q(end, timeBase, aac.encoder.timeBase)
    try aac.encode(resampler, before: samples, isLast: true, put)
  }

  private func put(_ packet: FFmpegPacket) throws { try file.write(packet, to: stream, timeBase: aac.encoder.timeBase) }

  private func decode() throws {
    while true {
      switch decoder.receive(into: frame) {
      case .frame: try resampler.append(frame, timeBase: timeBase)
      case .failed: continue
      case .needsPacket, .finished: return
      }
    }
  }
}
