#if os(Linux)
  import Foundation
  import Testing

  /// What a fresh process loads of FFmpeg, by the report of the system's loader.
  @Suite(
    "FFmpeg's libraries, end to end",
    .enabled(if: CommandRun.isPossible && CommandRun.loadsFFmpeg, "\(CommandRun.skipNote)"))
  struct FFmpegLoadingTests {
    private static let names = ["libavutil", "libswscale", "libswresample", "libavcodec", "libavformat"]

    @Test("What opens no media, or JPEG pictures only, loads none of them")
    func none() throws {
      #expect(try libraries(loadedBy: ["models", "list"]) == [])
      #expect(try libraries(loadedBy: detect("cat_720p.jpg")) == [])
    }

    @Test("Another picture loads the decoders, without what videos take")
    func picture() throws {
      let loaded = try libraries(
        loadedBy: [
          "gesture", CommandRun.media("thumb_up_teal.png"), "--model", CommandRun.model("gesture_recognizer.task"),
        ]
      )
      #expect(loaded.isSuperset(of: ["libavutil", "libswscale", "libavcodec"]))
      #expect(!loaded.contains("libavformat"))
    }

    @Test("A video loads all of them")
    func video() throws {
      #expect(try libraries(loadedBy: detect("laptop_video.mp4", "--max-frames", "1")) == Set(Self.names))
    }

    @Test("Without them JPEG pictures are read, and for all else the error says what to install")
    func missing() throws {
      let folder = try LoadedLibraries.makeFolder(hiding: versionedFiles())
      defer { try? FileManager.default.removeItem(at: folder) }
      let environment = ["LD_LIBRARY_PATH": folder.path]
      let jpeg = try CommandRun(detect("cat_720p.jpg", "--json", "-"), environment: environment)
      #expect(jpeg.status == 0)
      #expect(jpeg.output.contains(#""categoryName":"cat""#))
      for (file, library) in [("thumb_up_teal.png", "libavutil"), ("laptop_video.mp4", "libavutil")] {
        let run = try CommandRun(detect(file), environment: environment)
        #expect(run.status != 0, "\(file)")
        #expect(
          run.errors.contains("All media but JPEG pictures need FFmpeg's \(library).so."), "\(file): \(run.errors)")
        #expect(run.errors.contains("install the package \(library)"), "\(file)")
      }
    }

    private func detect(_ file: String, _ more: String...) throws -> [String] {
      try ["detect", CommandRun.media(file), "--model", CommandRun.model("efficientdet_lite0_int8.tflite"), "--quiet"]
        + more
    }

    /// FFmpeg's libraries that were loaded while the command ran.
    private func libraries(loadedBy arguments: [String]) throws -> Set<String> {
      let loaded = try LoadedLibraries(by: arguments)
      #expect(loaded.run.status == 0, "\(loaded.run.errors)")
      return loaded.which(Self.names)
    }

    /// The files' names with their versions, as a run with a video loads them.
    private func versionedFiles() throws -> [String] {
      try LoadedLibraries(by: detect("laptop_video.mp4", "--max-frames", "1")).files
        .filter { file in Self.names.contains { file.hasPrefix($0 + ".so.") } }
    }
  }
#endif
