#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What a fresh process loads of FFmpeg, by the report of the system's loader.
  @Suite(
    "FFmpeg's libraries, end to end",
    .needs(.command), .needs(.shared), .only(.loadedFFmpeg))
  struct FFmpegLoadingTests {
    private static let names = ["libavutil", "libswscale", "libswresample", "libavcodec", "libavformat"]

    @Test("What opens no media, or JPEG and PNG pictures only, loads none of them")
    func none() throws {
      #expect(try libraries(loadedBy: ["models", "list"]) == [])
      #expect(try libraries(loadedBy: detect("cat_720p.jpg")) == [])
      #expect(try libraries(loadedBy: gesture(CommandRun.media("thumb_up_teal.png"))) == [])
    }

    @Test("Another picture loads the decoders, without what videos take")
    func picture() throws {
      let folder = try LoadedLibraries.makeFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let bitmap = folder.appendingPathComponent("flat.bmp")
      try Self.bitmap(width: 64, height: 48).write(to: bitmap)
      let loaded = try libraries(loadedBy: gesture(bitmap.path))
      #expect(loaded.isSuperset(of: ["libavutil", "libswscale", "libavcodec"]))
      #expect(!loaded.contains("libavformat"))
    }

    @Test("A video loads all of them")
    func video() throws {
      #expect(try libraries(loadedBy: detect("laptop_video.mp4", "--max-frames", "1")) == Set(Self.names))
    }

    @Test("Without them JPEG and PNG pictures are read, and for all else the error says what to install")
    func missing() throws {
      let folder = try LoadedLibraries.makeFolder(hiding: versionedFiles())
      defer { try? FileManager.default.removeItem(at: folder) }
      let environment = ["LD_LIBRARY_PATH": folder.path]
      let jpeg = try CommandRun(detect("cat_720p.jpg", "--json", "-"), environment: environment)
      #expect(jpeg.status == 0)
      #expect(jpeg.output.contains(#""categoryName":"cat""#))
      let png = try CommandRun(
        gesture(CommandRun.media("thumb_up_teal.png")) + ["--json", "-"], environment: environment)
      #expect(png.status == 0)
      #expect(png.output.contains(#""categoryName":"Thumb_Up""#))
      let bitmap = folder.appendingPathComponent("flat.bmp")
      try Self.bitmap(width: 64, height: 48).write(to: bitmap)
      for arguments in try [gesture(bitmap.path), detect("laptop_video.mp4")] {
        let run = try CommandRun(arguments, environment: environment)
        #expect(run.status != 0, "\(arguments)")
        #expect(
          run.errors.contains("Videos and most image formats need FFmpeg's libavutil.so."), "\(run.errors)")
        #expect(run.errors.contains("install the package libavutil"), "\(run.errors)")
      }
    }

    /// A gray bitmap of 24 bits a pixel, whose rows need no padding.
    private static func bitmap(width: Int, height: Int) -> Data {
      func number(_ value: Int, _ count: Int) -> Data { Data((0..<count).map { UInt8(value >> (8 * $0) & 255) }) }
      let pixels = Data(repeating: 128, count: width * height * 3)
      let header = Data("BM".utf8) + number(54 + pixels.count, 4) + number(0, 4) + number(54, 4)
      let picture = number(40, 4) + number(width, 4) + number(height, 4) + number(1, 2) + number(24, 2)
      return header + picture + Data(count: 24) + pixels
    }

    private func gesture(_ path: String) throws -> [String] {
      try ["gesture", path, "--model", CommandRun.model("gesture_recognizer.task"), "--quiet"]
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
