internal import CFFmpeg
import VisionCore

/// FFmpeg's native AAC encoder, at 64 kbit/s per channel.
final class AACEncoder {
  private static let sampleRates: Set<Int32> = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
  ]

  let context: UnsafeMutablePointer<AVCodecContext>
  /// The duration of a sample, in seconds.
  let timeBase: AVRational

  private let frame: FFmpegFrame
  private let packet: FFmpegPacket
  private var position: Int64 = 0

  /// Opens the encoder at the source's rate, or at 48 kHz if AAC does not support it; more than two channels are mixed to two.
  ///
  /// - Throws: `TasksError` with `unimplementedError` when it is missing.
  init(sampleRate: Int32, channels: Int32) throws {
    guard let codec = avcodec_find_encoder_by_name("aac") else {
      throw TasksError(.unimplementedError, "FFmpeg has no encoder for AAC here; install one that was built with it.")
    }
    frame = try FFmpegFrame()
    packet = try FFmpegPacket()
    guard let context = avcodec_alloc_context3(codec) else { throw FFmpegError.outOfMemory("an encoder") }
    self.context = context
    let rate = Self.sampleRates.contains(sampleRate) ? sampleRate : 48_000
    let count: Int32 = channels == 1 ? 1 : 2
    timeBase = AVRational(num: 1, den: rate)
    context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    context.pointee.sample_rate = rate
    context.pointee.bit_rate = 64_000 * Int64(count)
    context.pointee.time_base = timeBase
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    av_channel_layout_default(&context.pointee.ch_layout, count)
    let status = avcodec_open2(context, codec, nil)
    guard status >= 0 else {
      throw TasksError(.unimplementedError, "FFmpeg's encoder for AAC cannot be used: \(FFmpegError.text(status)).")
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Encodes complete frames of buffered audio that end before a sample position; if `isLast`, also the remaining samples.
  func encode(
    _ sound: AudioResampler, before end: Int64, isLast: Bool, _ put: (FFmpegPacket) throws -> Void
  ) throws {
    if isLast { try sound.flush() }
    let whole = Int64(max(context.pointee.frame_size, 1))
    while true {
      let count = min(whole, sound.count, end.saturatingSubtract(position))
      guard count == whole || isLast && count > 0 else { break }
      try fill(from: sound, count: Int32(count))
      try check(avcodec_send_frame(context, frame.pointer))
      position += count
      try receive(put)
    }
    if isLast {
      try check(avcodec_send_frame(context, nil))
      try receive(put)
    }
  }

  private func fill(from sound: AudioResampler, count: Int32) throws {
    let target = frame.pointer
    av_frame_unref(target)
    target.pointee.nb_samples = count
    target.pointee.format = context.pointee.sample_fmt.rawValue
    target.pointee.sample_rate = context.pointee.sample_rate
    target.pointee.pts = position
    guard av_channel_layout_copy(&target.pointee.ch_layout, &context.pointee.ch_layout) >= 0,
      av_frame_get_buffer(target, 0) >= 0
    else { throw FFmpegError.outOfMemory("sound") }
    try sound.take(into: frame)
  }

  private func receive(_ put: (FFmpegPacket) throws -> Void) throws {
    while true {
      let status = avcodec_receive_packet(context, packet.pointer)
      if status == FFmpegError.again || status == FFmpegError.endOfFile { return }
      try check(status)
      try put(packet)
    }
  }

  private func check(_ status: Int32) throws {
    guard status < 0 else { return }
    throw TasksError.internalFailure("The encoder for AAC failed: \(FFmpegError.text(status)).")
  }
}
