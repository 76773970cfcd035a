#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Every command but `models fetch`, streams and the page, under a trace of system calls: none opens a socket.
  @Suite(
    "No network, end to end",
    .needs(.command), .needs(.shared),
    .needs(.strace))
  struct NoNetworkTests {
    struct Command: Sendable, CustomTestStringConvertible {
      /// MEDIA/ and MODEL/ stand for the folders of shared files, OUT/ for one of the test's own.
      let arguments: [String]
      var status: Int32 = 0
      var testDescription: String { arguments.joined(separator: " ") }

      init(_ arguments: String, status: Int32 = 0) {
        self.arguments = arguments.split(separator: " ").map(String.init)
        self.status = status
      }
    }

    static let commands = [
      Command("--help"), Command("--version"), Command("help detect"), Command("models list"),
      Command("models path no_such_model", status: 3), Command("models info MODEL/gesture_recognizer.task"),
      Command("models info MODEL/efficientdet_lite0_int8.tflite --json"),
      Command("gesture MEDIA/thumb_up_teal.png --model MODEL/gesture_recognizer.task --json -"),
      Command("hand MEDIA/thumb_up_teal.png --model MODEL/hand_landmarker.task --csv -"),
      Command("pose MEDIA/yoga.png --model MODEL/pose_landmarker_lite.task --segmentation-masks OUT/masks"),
      Command("detect MEDIA/cat_720p.jpg --model MODEL/efficientdet_lite0_int8.tflite --annotate OUT/cat.png"),
      Command("detect MEDIA/laptop_video.mp4 --model MODEL/ssd_mobilenet_v1_coco_quant.tflite --annotate OUT/a.mp4"),
      Command("track MEDIA/laptop_video.mp4 --model MODEL/efficientdet_lite0_int8.tflite --json OUT/a.jsonl"),
    ]

    @Test("Not one socket is opened", arguments: commands)
    func none(command: Command) throws {
      let folder = try TemporaryFolder()
      let shared = try #require(SharedFolder.url)
      let arguments = command.arguments.map {
        $0.replacing("MEDIA/", with: shared.path + "/media/").replacing("MODEL/", with: shared.path + "/models/")
          .replacing("OUT/", with: folder.url.path + "/")
      }
      let calls = try trace(arguments, in: folder, status: command.status)
      #expect(calls == [], "\(calls.prefix(5).joined(separator: "\n"))")
    }

    private func launcher(in folder: TemporaryFolder) throws -> [String] {
      [
        try #require(SystemCommand.strace).path, "-f", "-qq", "-e", "trace=network,execve", "-o", folder.path("trace"),
        "--",
      ]
    }

    /// The calls that have to do with networks and with other processes' sockets.
    private func trace(_ arguments: [String], in folder: TemporaryFolder, status: Int32) throws -> [String] {
      let run = try CommandRun(arguments, launcher: try launcher(in: folder))
      #expect(run.status == status, "\(run.errors)")
      return try calls(in: folder)
    }

    private func calls(in folder: TemporaryFolder) throws -> [String] {
      let lines = try folder.text("trace").split(separator: "\n").map(String.init)
      // Without it nothing was traced, and no socket would mean nothing.
      #expect(lines.contains { $0.contains("execve(") }, "the trace is empty")
      return lines.filter { line in
        // A thread that ends with the process may leave a call that strace cannot name: "???( <detached ...>".
        line.contains("(") && !["+++", "---", "execve", "???("].contains { line.contains($0) }
          // The C library asks the machine's own name service for the user's folder.
          && !line.contains("AF_UNIX")
      }
    }
  }
#endif
