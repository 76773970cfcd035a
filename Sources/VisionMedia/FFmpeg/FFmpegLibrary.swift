internal import CFFmpeg

#if canImport(CFFmpegLinked)
  internal import CFFmpegLinked
#endif

/// FFmpeg's libraries. On Linux they are loaded on first use: they load some 130 others, which is most of what a short
/// process costs. On macOS, and where the module `CFFmpegLinked` exists, they are linked.
/// `CFFmpeg` forwards every function that is called over a table; a new one is a line in its `functions.h`.
enum FFmpegLibrary: UInt32, CaseIterable {
  case util, scale, resample, codec, format

  static let forScaling: [FFmpegLibrary] = [.util, .scale]
  /// For frames, decoders and encoders; libavformat, a third of the cost, is not needed.
  static let forImages: [FFmpegLibrary] = [.util, .scale, .codec]

  /// Loads libraries, unless they are loaded, and silences their log. Cheap to call again, from any thread.
  static func load(_ libraries: [FFmpegLibrary] = allCases) throws {
    #if !canImport(CFFmpegLinked)
      for library in libraries where vision_ffmpeg_load(library.number, nil, 0) != VisionFFmpegFound {
        try library.attempt { vision_ffmpeg_load(library.number, $0, $1) }
      }
    #endif
    _ = Self.silence
  }

  /// FFmpeg's log repeats our errors. Turned off once per process, unless the program has set its own level.
  private static let silence: Void = {
    if av_log_get_level() == AV_LOG_INFO { av_log_set_level(AV_LOG_QUIET) }
  }()
}

#if !canImport(CFFmpegLinked)
  extension FFmpegLibrary {
    private var number: VisionFFmpegLibrary { VisionFFmpegLibrary(rawValue: rawValue) }
    var file: String { String(cString: vision_ffmpeg_file(number)) }
    var version: Int { Int(vision_ffmpeg_version(number)) }

    /// Checks whether a file could be loaded as this library, without using it; throws as `load(_:)`.
    func check(file: String, version: Int) throws {
      try attempt { vision_ffmpeg_check(number, file, UInt32(clamping: version), $0, $1) }
    }

    private func attempt(_ body: (UnsafeMutablePointer<CChar>?, Int) -> VisionFFmpegOutcome) throws {
      var outcome = VisionFFmpegFound
      let reason = CFailure.reason {
        outcome = body($0, $1)
        return outcome == VisionFFmpegFound
      }
      guard let reason else { return }
      let need = "Videos and most image formats need FFmpeg's \(file)"
      let package = file.replacing(".so.", with: "")
      if outcome == VisionFFmpegMissing {
        throw TasksError.notFound(
          "\(need), which cannot be loaded (\(reason)); install the package \(package) (Debian, Ubuntu) or ffmpeg (Arch), "
            + "run scripts/setup, or build this program again for the version that is installed.")
      }
      throw TasksError.failedPrecondition(
        "\(need), but what is installed cannot be used: \(reason). Install the package \(package) (Debian, Ubuntu), or "
          + "build this program again for the version that is installed.")
    }
  }
#endif

enum FFmpegError {
  static let again = vision_error_again()
  static let endOfFile = vision_error_end_of_file()
  static let invalidData = vision_error_invalid_data()
  /// FFmpeg's status after an interruption.
  static let stopped = vision_error_stopped()

  static func text(_ number: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
      // Without FFmpeg's library nothing is written.
      buffer.initialize(repeating: 0)
      guard let address = buffer.baseAddress, av_strerror(number, address, buffer.count) == 0, address.pointee != 0
      else { return "error \(number)" }
      return String(cString: address)
    }
  }

  /// An error whose message is a clause and FFmpeg's reason.
  static func error(_ clause: String, _ status: Int32, _ code: TasksErrorCode = .dataLossError) -> TasksError {
    TasksError(code, "\(clause): \(text(status)).")
  }

  /// Whether a status says that memory or descriptors are used up, whatever the file is.
  static func isShortage(_ number: Int32) -> Bool { [-ENOMEM, -EMFILE, -ENFILE].contains(number) }
}
