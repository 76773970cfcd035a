internal import CFFmpeg

/// FFmpeg's native AAC encoder, at 64 kbit/s per channel.
final class AACEncoder {
  private static let sampleRates: Set<Int32> = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
  ]

  let encoder: FFmpegEncoder
  private let frame: FFmpegFrame
  private let packet: FFmpegPacket
  private var position: Int64 = 0

  /// Opens the encoder at the source's rate, or at 48 kHz if AAC lacks it; more than two channels are mixed to two.
  init(sampleRate: Int32, channels: Int32) throws {
    guard let codec = avcodec_find_encoder_by_name("aac") else {
      throw TasksError.unimplemented("FFmpeg has no encoder for AAC here; install one that was built with it.")
    }
    frame = try FFmpegFrame()
    packet = try FFmpegPacket()
    let rate = Self.sampleRates.contains(sampleRate) ? sampleRate : 48_000
    let count: Int32 = channels == 1 ? 1 : 2
    encoder = try FFmpegEncoder(codec, name: "The encoder for AAC") { reason in
      TasksError.unimplemented("FFmpeg's encoder for AAC cannot be used: \(reason).")
    } configure: { context in
      context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
      context.pointee.sample_rate = rate
      context.pointee.bit_rate = 64_000 * Int64(count)
      context.pointee.time_base = AVRational(num: 1, den: rate)
      context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
      av_channel_layout_default(&context.pointee.ch_layout, count)
    }
  }

  func encode(_ sound: AudioResampler, before end: Int64, isLast: Bool, _ put: (FFmpegPacket) throws -> Void) throws {
    if isLast { try sound.flush() }
    let whole = Int64(max(encoder.context.pointee.frame_size, 1))
    while true {
      let count = min(whole, sound.count, end.saturatingSubtract(position))
      guard count == whole || isLast && count > 0 else { break }
      try frame.prepare(forSoundOf: encoder.context)
      (frame.pointer.pointee.nb_samples, frame.pointer.pointee.pts) = (Int32(count), position)
      guard av_frame_get_buffer(frame.pointer, 0) >= 0 else { throw TasksError.outOfMemory("sound") }
      try sound.take(into: frame)
      try encoder.send(frame)
      position += count
      while try encoder.receive(into: packet) { try put(packet) }
    }
    if isLast {
      try encoder.send(nil)
      while try encoder.receive(into: packet) { try put(packet) }
    }
  }
}

/// Converts decoded audio to one rate, channel layout and sample format, aligned to its timestamps, and buffers it.
final class AudioResampler {
  /// The maximum gap that is filled with silence, in seconds; it is held in memory.
  private static let maxGap: Int64 = 300
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let samples: OpaquePointer
  private let converted: FFmpegFrame
  private var resampler: OpaquePointer?
  private var inputRate: Int32 = 0
  private var position: Int64 = 0

  /// Makes a resampler for an encoder's input format; the encoder must outlive it.
  init(like context: UnsafeMutablePointer<AVCodecContext>) throws {
    self.context = context
    guard let samples = av_audio_fifo_alloc(context.pointee.sample_fmt, context.pointee.ch_layout.nb_channels, 8192)
    else { throw TasksError.outOfMemory("sound") }
    self.samples = samples
    converted = try FFmpegFrame()
  }

  deinit {
    swr_free(&resampler)
    av_audio_fifo_free(samples)
  }

  var count: Int64 { Int64(av_audio_fifo_size(samples)) }

  /// Appends a decoded frame, with its time after the video's first frame. Earlier audio is dropped.
  func append(_ frame: FFmpegFrame, timeBase: AVRational) throws {
    if frame.pointer.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
      av_channel_layout_default(&frame.pointer.pointee.ch_layout, frame.pointer.pointee.ch_layout.nb_channels)
    }
    if resampler == nil { try prepare(for: frame.pointer) }
    if let time = frame.time { try place(time, timeBase: timeBase) }
    var status = try convert(frame.pointer)
    if status < 0 {
      // A stream may change its rate or layout in the middle.
      _ = try convert(nil)
      try prepare(for: frame.pointer)
      status = try convert(frame.pointer)
    }
    guard status >= 0 else { throw FFmpegError.error("The sound cannot be converted", status) }
  }

  func flush() throws { if resampler != nil { _ = try convert(nil) } }

  func take(into frame: FFmpegFrame) throws {
    let wanted = frame.pointer.pointee.nb_samples
    let moved = frame.planes.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 8) { planes in
      av_audio_fifo_read(samples, planes, wanted)
    }
    guard moved == wanted else { throw TasksError.internalFailure("\(moved) of \(wanted) samples of sound are there.") }
  }

  private func prepare(for frame: UnsafeMutablePointer<AVFrame>) throws {
    swr_free(&resampler)
    inputRate = frame.pointee.sample_rate
    var status = swr_alloc_set_opts2(
      &resampler, &context.pointee.ch_layout, context.pointee.sample_fmt, context.pointee.sample_rate,
      &frame.pointee.ch_layout, AVSampleFormat(rawValue: frame.pointee.format), inputRate, 0, nil)
    if status >= 0, let resampler {
      // The first sample is at the video's first image, or at the end of the previous sound.
      av_opt_set_int(UnsafeMutableRawPointer(resampler), "first_pts", position, 0)
      status = swr_init(resampler)
    }
    guard status >= 0 else { throw FFmpegError.error("The sound cannot be converted", status) }
  }

  /// Inserts silence or drops samples, so that the next ones are at their timestamp.
  private func place(_ time: Int64, timeBase: AVRational) throws {
    guard let resampler, inputRate > 0 else { return }
    let seconds = av_rescale_q(time, timeBase, .seconds)
    guard seconds.saturatingSubtract(position / Int64(max(context.pointee.sample_rate, 1))) <= Self.maxGap else {
      throw TasksError.dataLoss("The sound is silent for more than \(Self.maxGap) s.")
    }
    let rates = Int64(inputRate) * Int64(context.pointee.sample_rate)
    let (scale, overflows) = rates.multipliedReportingOverflow(by: Int64(timeBase.num))
    // An implausible unit of time is ignored.
    guard !overflows, timeBase.den > 0 else { return }
    swr_next_pts(resampler, av_rescale(time, scale, Int64(timeBase.den)))
  }

  private func convert(_ frame: UnsafeMutablePointer<AVFrame>?) throws -> Int32 {
    try converted.prepare(forSoundOf: context)
    let status = swr_convert_frame(resampler, converted.pointer, frame)
    let count = converted.pointer.pointee.nb_samples
    guard status >= 0, count > 0 else { return status }
    let kept = converted.planes.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: 8) { planes in
      av_audio_fifo_write(samples, planes, count)
    }
    guard kept == count else { throw TasksError.outOfMemory("sound") }
    position += Int64(count)
    return status
  }
}
