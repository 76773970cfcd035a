import Foundation
import TestSupport
import Testing
import VisionCatalog

/// Commands as cron and systemd start them, without a single environment variable.
@Suite("Without environment variables", .needs(.command), .needs(.shared))
struct EmptyEnvironmentTests {
  /// Whether LiteRT's library is in the folder of this user, where only the user database leads.
  private static let hasLibrary: Bool = {
    let folder = CacheFolder(environment: [:]).libraries
    return ["libLiteRt.so", "libLiteRt.dylib"].contains {
      FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
  }()

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun(arguments, environment: [:], inheritsEnvironment: false)
  }

  private var detector: String { get throws { try CommandRun.model("efficientdet_lite0_int8.tflite") } }

  @Test("Models are listed, inspected and looked for in the same folder")
  func models() throws {
    #expect(try run("models", "list").status == 0)
    #expect(try run("models", "info", detector).status == 0)
    let path = try run("models", "path", "gesture_recognizer")
    let folder = CacheFolder(environment: [:]).root.path
    #expect(path.status == 0 ? path.output.hasPrefix(folder) : path.errors.contains("vision models fetch"))
    #expect(try run("models", "fetch", "no_such_model").status == 3)
  }

  @Test("Tasks find LiteRT's library", .only(.libraryInHome, if: hasLibrary))
  func tasks() throws {
    let gesture = try run(
      "gesture", CommandRun.media("thumb_up_teal.png"), "--model", CommandRun.model("gesture_recognizer.task"),
      "--json",
      "-")
    #expect(gesture.status == 0 && gesture.output.contains("Thumb_Up"), "\(gesture.errors)")
    for command in ["detect", "track"] {
      let found = try run(command, CommandRun.media("cat_720p.jpg"), "--model", detector, "--quiet")
      #expect(found.status == 0, "\(found.errors)")
    }
  }

  @Test("The page is served")
  func studio() throws {
    let studio = try CommandRun(
      ["studio", "--port", "0", "--no-open"], environment: [:], interruptAfterLines: 1, inheritsEnvironment: false)
    #expect(studio.status == 0 && studio.output.contains("http://127.0.0.1:"), "\(studio.errors)")
  }

  #if os(Linux)
    @Test("Without /proc the command says that it has no arguments; its help would count as success", .only(.mounts))
    func withoutProc() throws {
      let shell = FaultLauncher.shell(#"mount -t tmpfs tmpfs /proc && exec "$@""#)
      let run = try CommandRun(
        ["detect", "gone.jpg"], launcher: ["/usr/bin/unshare", "-m", "--propagation", "private"] + shell)
      #expect(run.status == 2 && run.output == "" && run.errors.contains("/proc is not mounted"), "\(run.errors)")
    }
  #endif
}
