internal import CFFmpeg
import VisionErrors

/// Puts sound into a file. Times are those of the source's units, after the video's first image.
protocol AudioPacketWriter: AnyObject {
  var file: MP4File { get }
  /// Takes the next packet of the source; its times are set. The packet is empty afterwards.
  func take(_ packet: FFmpegPacket, until end: Int64) throws
  /// Writes buffered sound before a time.
  func write(upTo time: Int64) throws
  /// Writes all that it holds back of the sound before a time, `Int64.max` for all.
  func finish(at end: Int64) throws
}

/// The sound of one file on its way into another, a little at a time as the images are written.
///
/// The packets are copied when browsers play them from an MP4 file, else they are converted to AAC. Of several tracks
/// FFmpeg's choice is taken. Trouble with the sound never stops the images.
final class AudioTrack {
  /// Codecs that browsers, or at least the players of some systems, play from MP4 files.
  private static let copied: Set<UInt32> = Set(
    [AV_CODEC_ID_AAC, AV_CODEC_ID_MP3, AV_CODEC_ID_AC3, AV_CODEC_ID_EAC3, AV_CODEC_ID_OPUS, AV_CODEC_ID_FLAC]
      .map(\.rawValue))
  /// Those that no player can read without the parameters that belong in the file's index.
  private static let needingParameters: Set<UInt32> = [AV_CODEC_ID_OPUS.rawValue, AV_CODEC_ID_FLAC.rawValue]

  private(set) var outcome = VideoAudio.none

  /// The number of sound tracks of the source.
  var trackCount: Int { source.trackCount }

  private let source: AudioSource
  private var writer: (any AudioPacketWriter)?

  /// Opens the source and adds a track to the file if there is sound.
  ///
  /// - Parameters:
  ///   - path: The source's path.
  ///   - rules: The rules for opening it.
  ///   - file: The file that receives the track.
  /// - Throws: What `MediaContainer` throws for a missing or unreadable source.
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
    guard copied.contains(parameters.codec_id.rawValue), parameters.sample_rate > 0 else { return false }
    if needingParameters.contains(parameters.codec_id.rawValue) { return parameters.extradata_size > 0 }
    // MP4 has no name for MP3 of lower rates.
    return parameters.codec_id != AV_CODEC_ID_MP3 || parameters.sample_rate >= 16_000
  }

  /// Says at which time after the source's first image the video begins.
  func begin(at time: Int64, timeBase: AVRational) { source.begin(at: time, timeBase: timeBase) }

  /// Writes the sound that begins before a time of the video, in the video's units.
  func write(upTo time: Int64) throws {
    let limit = source.units(time)
    try passOn(before: limit)
    try attempt { try writer?.write(upTo: limit) }
  }

  /// Writes the rest of the sound: to the end of the last image, or to its own end when the video has reached the end of
  /// the source's.
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

  /// Processes sound, and drops the sound if that fails; only a file that cannot be written is an error.
  private func attempt(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as TasksError where writer?.file.isBroken == false {
      writer = nil
      outcome = .brokenOff(reason: error.message)
    }
  }
}
