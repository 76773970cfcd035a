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
      let folder = try makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      // An empty file ends the loader's search.
      for file in try versionedFiles() {
        #expect(FileManager.default.createFile(atPath: folder.appendingPathComponent(file).path, contents: nil))
      }
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
      let files = try files(loadedBy: arguments)
      return Set(Self.names.filter { name in files.contains { $0.hasPrefix(name + ".so.") } })
    }

    /// The files' names with their versions, as a run with a video loads them.
    private func versionedFiles() throws -> [String] {
      try files(loadedBy: detect("laptop_video.mp4", "--max-frames", "1"))
        .filter { file in Self.names.contains { file.hasPrefix($0 + ".so.") } }
    }

    private func files(loadedBy arguments: [String]) throws -> Set<String> {
      let folder = try makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let report = folder.appendingPathComponent("report").path
      let run = try CommandRun(arguments, environment: ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": report])
      #expect(run.status == 0, "\(run.errors)")
      let reports = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      let lines = try reports.flatMap { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n") }
      let opened = lines.compactMap {
        $0.split(separator: "calling init: ").last.map { ($0 as NSString).lastPathComponent }
      }
      // The C library is in every program: the report was understood.
      #expect(opened.contains("libc.so.6"))
      return Set(opened)
    }

    private func makeFolder() throws -> URL {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ffmpeg-loading-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
  }
#endif
