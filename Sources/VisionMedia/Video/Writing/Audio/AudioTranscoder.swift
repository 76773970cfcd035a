internal import CFFmpeg
import VisionCore

/// Transcodes audio of any codec to AAC, mono or stereo, starting with the video.
///
/// Gaps in the source are filled with silence, so that audio and video stay in sync.
final class AudioTranscoder: AudioPacketWriter {
  let file: MP4File
  private let stream: UnsafeMutablePointer<AVStream>
  private let timeBase: AVRational
  private let decoder: FFmpegDecoder
  private let frame: FFmpegFrame
  private let resampler: AudioResampler
  private let encoder: AACEncoder

  init(parameters: UnsafeMutablePointer<AVCodecParameters>, timeBase: AVRational, file: MP4File) throws {
    self.file = file
    self.timeBase = timeBase
    decoder = try FFmpegDecoder(codec: parameters.pointee.codec_id) { context in
      guard avcodec_parameters_to_context(context, parameters) >= 0 else { throw FFmpegError.outOfMemory("a decoder") }
      context.pointee.pkt_timebase = timeBase
    }
    frame = try FFmpegFrame()
    encoder = try AACEncoder(
      sampleRate: parameters.pointee.sample_rate, channels: parameters.pointee.ch_layout.nb_channels)
    resampler = try AudioResampler(like: encoder.context)
    stream = try file.addStream()
    guard avcodec_parameters_from_context(stream.pointee.codecpar, encoder.context) >= 0 else {
      throw FFmpegError.outOfMemory("a track")
    }
    stream.pointee.time_base = encoder.timeBase
  }

  func take(_ packet: FFmpegPacket, until end: Int64) throws {
    defer { packet.unreference() }
    // A damaged packet leaves a gap.
    guard decoder.send(packet) >= 0 else { return }
    try decode()
  }

  func write(upTo time: Int64) throws {
    try encoder.encode(resampler, before: av_rescale_q(time, timeBase, encoder.timeBase), isLast: false, put)
  }

  func finish(at end: Int64) throws {
    _ = decoder.send(nil)
    try decode()
    let samples = end == Int64.max ? end : av_rescale_q(end, timeBase, encoder.timeBase)
    try encoder.encode(resampler, before: samples, isLast: true, put)
  }

  private func put(_ packet: FFmpegPacket) throws {
    try file.write(packet, to: stream, timeBase: encoder.timeBase)
  }

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
