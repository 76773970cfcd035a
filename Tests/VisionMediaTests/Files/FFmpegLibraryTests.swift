#if !canImport(CFFmpegLinked)
  import Testing
  import VisionCore

  @testable import VisionMedia

  @Suite("Loading of FFmpeg's libraries")
  struct FFmpegLibraryTests {
    @Test("Every function that is called is found in its library", arguments: FFmpegLibrary.allCases)
    func complete(library: FFmpegLibrary) {
      #expect(throws: Never.self) { try library.check(file: library.file, version: library.version) }
    }

    @Test("The names of the files carry the versions that the program was built for")
    func names() {
      let names = ["avutil", "swscale", "swresample", "avcodec", "avformat"]
      #expect(Set(FFmpegLibrary.allCases.map { "\($0.file) \($0.version)" }).count == names.count)
      for name in names {
        #expect(FFmpegLibrary.allCases.contains { $0.file == "lib\(name).so.\($0.version)" }, "\(name)")
      }
    }

    @Test("A missing library is named, with what to install", arguments: FFmpegLibrary.allCases)
    func missing(library: FFmpegLibrary) throws {
      let error = try #require(
        TasksError.thrown { try library.check(file: "libav-none.so.1", version: library.version) })
      #expect(error.code == .notFoundError)
      #expect(
        error.message.hasPrefix(
          "Videos and most image formats need FFmpeg's \(library.file), which cannot be loaded"))
      #expect(error.message.contains("libav-none.so.1"))
      let stem = try #require(library.file.split(separator: ".").first)
      #expect(error.message.contains("install the package \(stem)\(library.version) (Debian, Ubuntu)"))
    }

    @Test("A library of another version is refused, however it is called")
    func otherVersion() throws {
      let library = FFmpegLibrary.codec
      let error = try #require(
        TasksError.thrown { try library.check(file: library.file, version: library.version + 1) })
      #expect(error.code == .failedPreconditionError)
      #expect(error.message.contains("\(library.file) is version \(library.version), not \(library.version + 1)"))
    }

    @Test("A library that is none of FFmpeg's is refused")
    func otherLibrary() throws {
      let error = try #require(TasksError.thrown { try FFmpegLibrary.format.check(file: "libc.so.6", version: 6) })
      #expect(error.code == .failedPreconditionError)
      #expect(error.message.contains("libc.so.6 is another library"))
    }

    @Test("Loading from many threads at once leaves everything loaded")
    func threads() async throws {
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<32 {
          group.addTask {
            try FFmpegLibrary.load()
            return try FFmpegFrame().width
          }
        }
        for try await width in group { #expect(width == 0) }
      }
    }
  }
#endif
