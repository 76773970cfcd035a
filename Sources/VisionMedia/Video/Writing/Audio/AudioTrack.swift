internal import CFFmpeg

/// The outcome of a written video's audio.
public enum VideoAudio: Sendable, Hashable, CustomStringConvertible {
  /// No audio in the source, or none requested.
  case none
  /// The source's audio was copied without transcoding.
  case copied(codec: String)
  /// The audio was transcoded to AAC, since browsers do not play its codec from an MP4 file.
  case converted(codec: String)
  /// The source's audio could not be written.
  case leftOut(reason: String)
  /// The audio ends early, where the source is damaged.
  case brokenOff(reason: String)

  /// A note for the user; empty when nothing is lost.
  public var note: String {
    switch self {
    case .none, .copied: ""
    case .converted(let codec): "The sound was converted from \(codec) to AAC."
    case .leftOut(let reason): "The sound was left out: \(reason)"
    case .brokenOff(let reason): "The sound breaks off: \(reason)"
    }
  }

  /// A short description of the case.
  public var description: String {
    switch self {
    case .none: "no sound"
    case .copied(let codec): "sound copied (\(codec))"
    case .converted, .leftOut, .brokenOff: note
    }
  }
}

/// Writes audio to a file. Times are in the source's units, relative to the video's first frame.
protocol AudioPacketWriter: AnyObject {
  var file: MP4File { get }
  /// Writes the next packet of the source, whose times are set. The packet is empty afterwards.
  func take(_ packet: FFmpegPacket, until end: Int64) throws
  func write(upTo time: Int64) throws
  /// Writes the remaining audio before a time, `Int64.max` for all.
  func finish(at end: Int64) throws
}

/// Transfers the audio of a file while its frames are written: copies packets that browsers play from MP4, transcodes
/// others to AAC. Of several tracks FFmpeg's choice is used. Errors never stop the video.
final class AudioTrack {
  /// Codecs that browsers, or at least the players of some systems, play from MP4 files.
  private static let copied = [
    AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_OPUS, AV_CODEC_ID_FLAC,
  ]
  private(set) var outcome = VideoAudio.none
  let source: AudioSource
  private var writer: (any AudioPacketWriter)?

  init(source path: String, rules: MediaRules, file: MP4File) throws {
    source = try AudioSource(contentsOfFile: path, rules: rules)
    guard let parameters = source.parameters else { return }
    let codec = String(cString: avcodec_get_name(parameters.pointee.codec_id))
    do {
      if Self.canCopy(parameters.pointee) {
        writer = try AudioCopier(parameters: parameters, timeBase: source.timeBase, file: file)
        outcome = .copied(codec: codec)
      } else {
        writer = try AudioTranscoder(parameters: parameters, timeBase: source.timeBase, file: file)
        outcome = .converted(codec: codec)
      }
    } catch let error as TasksError {
      outcome = .leftOut(reason: error.message)
    }
  }

  private static func canCopy(_ parameters: AVCodecParameters) -> Bool {
    guard copied.contains(parameters.codec_id), parameters.sample_rate > 0 else { return false }
    return switch parameters.codec_id {
    case AV_CODEC_ID_OPUS, AV_CODEC_ID_FLAC: parameters.extradata_size > 0
    // MP4 does not support MP3 at lower rates.
    case AV_CODEC_ID_MP3: parameters.sample_rate >= 16_000
    default: true
    }
  }

  func write(upTo time: Int64) throws {
    let limit = source.units(time)
    try passOn(before: limit)
    try attempt { try writer?.write(upTo: limit) }
  }

  /// Writes the remaining audio to the end of the last frame, or all of it if the video has all of the source.
  func finish(at end: Int64) throws {
    let end = source.isEndOfVideo(end) ? Int64.max : source.units(end)
    try passOn(before: end)
    try attempt { try writer?.finish(at: end) }
  }

  private func passOn(before limit: Int64) throws {
    while let writer, let packet = source.next(before: limit) {
      try attempt { try writer.take(packet, until: limit) }
    }
    if writer != nil, let error = source.error { outcome = .brokenOff(reason: error.message) }
  }

  /// Processes audio, and drops it if that fails; only a failed write is an error.
  private func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as TasksError where writer?.file.isBroken == false {
      writer = nil
      outcome = .brokenOff(reason: error.message)
    }
  }
}
