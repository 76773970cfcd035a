#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VisionMedia

  /// What a fresh process loads of Cairo, by the report of the system's loader.
  @Suite("Cairo, end to end", .needs(.command), .needs(.shared))
  struct CairoLoadingTests {
    /// Cairo and what it brings along.
    private static let names = ["libcairo", "libpixman-1", "libfontconfig", "libfreetype", "libX11"]

    @Test("What draws nothing loads neither it nor what it brings along")
    func none() throws {
      #expect(try libraries(loadedBy: ["models", "list"]) == [])
      #expect(try libraries(loadedBy: gesture("--json", "-")) == [])
    }

    @Test("An annotated picture loads it")
    func annotated() throws {
      try withFolder { folder in
        let file = folder.appendingPathComponent("drawn.jpg").path
        let loaded = try libraries(loadedBy: gesture("--annotate", file))
        #expect(loaded.contains("libcairo"))
        let drawn = try ImageFile.read(contentsOfFile: file)
        #expect(drawn.width == 640 && drawn.height == 521)
      }
    }

    @Test("Without it results are found, and only for drawing the error says what to install")
    func missing() throws {
      try withFolder(hiding: ["libcairo.so.2"]) { folder in
        let environment = ["LD_LIBRARY_PATH": folder.path]
        let found = try CommandRun(gesture("--json", "-"), environment: environment)
        #expect(found.status == 0, "\(found.errors)")
        #expect(found.output.contains(#""categoryName":"Thumb_Up""#))
        let file = folder.appendingPathComponent("drawn.jpg").path
        let drawn = try CommandRun(gesture("--json", "-", "--annotate", file), environment: environment)
        #expect(drawn.status == 1)
        #expect(drawn.output == found.output)
        #expect(drawn.errors.contains("Drawing needs Cairo, which cannot be loaded ("), "\(drawn.errors)")
        #expect(drawn.errors.contains("install the package libcairo2 (Debian, Ubuntu)"), "\(drawn.errors)")
        #expect(!FileManager.default.fileExists(atPath: file))
      }
    }

    private func gesture(_ more: String...) throws -> [String] {
      try [
        "gesture", CommandRun.media("thumb_up_teal.png"), "--model", CommandRun.model("gesture_recognizer.task"),
        "--quiet",
      ] + more
    }

    private func libraries(loadedBy arguments: [String]) throws -> Set<String> {
      let loaded = try LoadedLibraries(by: arguments)
      #expect(loaded.run.status == 0, "\(loaded.run.errors)")
      return loaded.which(Self.names)
    }

    private func withFolder(hiding files: [String] = [], _ body: (URL) throws -> Void) throws {
      let folder = try LoadedLibraries.makeFolder(hiding: files)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(folder)
    }
  }
#endif
