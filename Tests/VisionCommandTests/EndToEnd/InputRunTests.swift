import Foundation
import TestSupport
import Testing
import VisionMedia

/// Odd inputs through the built command.
@Suite("Odd inputs, end to end", .needs(.command), .needs(.shared))
final class InputRunTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("input-run-\(UUID().uuidString)")
  private static let heic = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("VisionMediaTests/Fixtures/quadrants.heic").path

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func write(_ data: Data, _ name: String) throws { try data.write(to: folder.appendingPathComponent(name)) }

  private func arguments(_ more: String...) throws -> [String] {
    try ["detect", "--model", CommandRun.model("ssd_mobilenet_v1_coco_quant.tflite"), "--json", "-"] + more
  }

  @Test("A folder's broken files are named and fail the run, the others are done, the rest is counted")
  func folderOfAll() throws {
    let cat = try Data(contentsOf: URL(fileURLWithPath: CommandRun.media("cat_720p.jpg")))
    try write(cat, "good.jpg")
    try write(cat.dropLast(2), "tail.jpg")
    try write(cat.prefix(20_000), "half.jpg")
    try write(Data(), "empty.png")
    try write(Data("words".utf8), "notes.txt")
    try FileManager.default.copyItem(atPath: Self.heic, toPath: path("phone.heic"))
    let run = try CommandRun(arguments(folder.path))
    #expect(run.status == 1)
    #expect(run.output.split(separator: "\n").count == 3)
    let errors = run.errors.split(separator: "\n")
    #expect(errors.contains("skipped 1 file that is neither an image nor a video"), "\(run.errors)")
    #expect(errors.contains { $0.contains("empty.png: This file is empty.") }, "\(run.errors)")
    #expect(errors.contains { $0.contains("half.jpg: ") && $0.contains("damaged") }, "\(run.errors)")
    #expect(errors.contains { $0.contains("tail.jpg: warning: ") && $0.contains("end marker") }, "\(run.errors)")
    #expect(errors.count == 4, "\(run.errors)")
    let quiet = try CommandRun(arguments(folder.path, "--quiet"))
    #expect(!quiet.errors.contains("skipped"))
  }

  @Test("Folders without an image or a video, alone, are wrong usage, as in a batch; beside others they fail")
  func emptyFolder() throws {
    try FileManager.default.createDirectory(atPath: path("empty"), withIntermediateDirectories: true)
    let run = try CommandRun(arguments(path("empty")))
    #expect(run.status == 2 && run.errors.contains("This folder contains no image or video"), "\(run.errors)")
    let both = try CommandRun(arguments(path("empty"), CommandRun.media("tiny_32x24.png")))
    #expect(both.status == 1 && both.output.split(separator: "\n").count == 1, "\(both.errors)")
  }

  @Test("A name with a line break is one line in messages, wherever it stands")
  func lineBreaks() throws {
    try write(Data(), "a\nb.png")
    try write(Data(contentsOf: URL(fileURLWithPath: CommandRun.media("cat_720p.jpg"))), "cat.jpg")
    for options in [[], ["--mode", "video"]] {
      let run = try CommandRun(arguments(folder.path, path("no\nfile")) + options)
      #expect(
        run.errors.contains("no\\x0Afile: There is no file at") && run.errors.contains("a\\x0Ab.png: "), "\(run.errors)"
      )
      #expect(!run.errors.contains("no\n") && !run.errors.contains("a\n"), "\(run.errors)")
    }
  }

  @Test("Without libheif a HEIC file fails with what to install; the others are done")
  func withoutLibrary() throws {
    let hiding = try LoadedLibraries.makeFolder(hiding: ["libheif.so.1"])
    defer { try? FileManager.default.removeItem(at: hiding) }
    let run = try CommandRun(
      arguments(Self.heic, CommandRun.media("cat_720p.jpg")), environment: ["LD_LIBRARY_PATH": hiding.path])
    #expect(run.status == 1)
    #expect(run.errors.contains("install the package libheif1"), "\(run.errors)")
    #expect(run.output.contains(#""categoryName":"cat""#))
    // What reads no such file does not load it.
    let loaded = try LoadedLibraries(by: arguments(CommandRun.media("cat_720p.jpg")))
    #expect(loaded.which(["libheif", "libwebpdemux"]) == [])
  }

  @Test("An animated GIF is a video with its times; with --mode image its first frame")
  func animation() throws {
    try write(AnimatedGIF.twoFrames, "two.gif")
    let video = try CommandRun(arguments(path("two.gif")))
    #expect(video.status == 0)
    #expect(video.output.split(separator: "\n").map { $0.contains(#""timestampMs":0"#) } == [true, false])
    #expect(video.output.contains(#""timestampMs":100"#))
    let image = try CommandRun(arguments(path("two.gif"), "--mode", "image"))
    #expect(image.status == 0)
    #expect(image.output.split(separator: "\n").count == 1 && image.output.contains(#""timestampMs":null"#))
  }

  @Test("An image comes through a named pipe", .timeLimit(.minutes(1)))
  func namedPipe() throws {
    let (pipe, image) = (path("pipe"), try CommandRun.media("cat_720p.jpg"))
    try #require(mkfifo(pipe, 0o600) == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: image))
    Thread.detachNewThread {
      let writer = FileHandle(forWritingAtPath: pipe)
      try? writer?.write(contentsOf: bytes)
      try? writer?.close()
    }
    let run = try CommandRun(arguments(pipe))
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == (try CommandRun(arguments(image))).output)
  }

  @Test("The first Ctrl-C ends the wait for standard input", .timeLimit(.minutes(1)))
  func interruptedStandardInput() throws {
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = try arguments("-")
    let (input, errors) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    sleep(2)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationStatus == 130 && process.terminationReason == .exit)
    #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
    withExtendedLifetime(input) {}
  }

  @Test(
    "Of several sound tracks the annotated video says that one was kept", .needs(.ffmpeg))
  func soundTracks() throws {
    let maker = Process()
    maker.executableURL = SystemCommand.ffmpeg
    maker.arguments =
      ["-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=10", "-f", "lavfi", "-i", "sine"]
      + [
        "-f", "lavfi", "-i", "sine=600", "-map", "0", "-map", "1", "-map", "2", "-t", "1", "-c:a", "aac",
        path("two.mp4"),
      ]
    try maker.run()
    maker.waitUntilExit()
    let run = try CommandRun(arguments(path("two.mp4"), "--annotate", path("out.mp4")))
    #expect(run.status == 0)
    #expect(run.errors.contains("two.mp4: 1 of 2 audio tracks was kept"), "\(run.errors)")
  }
}
