internal import CFFmpeg

/// FFmpeg's lines on standard error, which say again what our errors say.
enum FFmpegLog {
  /// Turned off once in a process, unless the program has chosen a level of its own.
  private static let silence: Void = {
    if av_log_get_level() == AV_LOG_INFO { av_log_set_level(AV_LOG_QUIET) }
  }()

  /// Silences FFmpeg, whose libavutil is loaded; cheap to call again.
  static func quiet() { _ = silence }
}
