import Foundation
import TestSupport
import Testing
import VisionMedia

/// Runs on streams of a server that the tests start.
@Suite("Live streams, end to end", .serialized, .needs(.command), .needs(.shared))
struct LiveStreamRunTests {
  private static let model = "ssd_mobilenet_v1_coco_quant.tflite"

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func arguments(_ more: [String]) throws -> [String] {
    try ["detect", "--model", CommandRun.model(model), "--quiet"] + more
  }

  /// A server of MJPEG that sends some frames, then waits until the client hangs up or breaks off. A connection after
  /// the first is refused.
  private static func server(
    frames: Int, seconds: Double = 0.05, breaksOff: Bool = false, whenSent: @escaping @Sendable (Int) -> Void = { _ in }
  ) throws -> LoopbackServer {
    let jpeg = try ImageFile.encode(ImageFile.read(contentsOfFile: CommandRun.media("pets.png")), as: .jpeg())
    let head = "--frame\r\nContent-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n"
    return try LoopbackServer { connection in
      _ = connection.readRequest()
      guard !breaksOff || connection.number == 0 else { return }
      connection.writeHead(fields: ["Content-Type: multipart/x-mixed-replace;boundary=frame"])
      for number in 0..<frames {
        whenSent(number)
        guard connection.write(Data(head.utf8) + jpeg + Data("\r\n".utf8)) else { return }
        Thread.sleep(forTimeInterval: seconds)
      }
      if !breaksOff { connection.waitForHangUp() }
    }
  }

  @Test("A result is written when it is computed, not when the next frame comes")
  func slowStream() throws {
    // Each frame is sent when the result of the one before was read.
    let read = Locked(0)
    let server = try Self.server(frames: 3) { number in
      for _ in 0..<6000 where read.withLock({ $0 }) < number { Thread.sleep(forTimeInterval: 0.01) }
    }
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = CommandRun.executable
    process.arguments = try Self.arguments([server.address(), "--json", "-"])
    process.standardOutput = pipe
    try process.run()
    defer { process.terminate() }
    let start = ContinuousClock.now
    for _ in 1...3 {
      #expect(!pipe.fileHandleForReading.availableData.isEmpty)
      read.withLock { $0 += 1 }
    }
    // A result that waits for another frame waits a minute for it.
    #expect(ContinuousClock.now - start < .seconds(55))
  }

  @Test("A recording replaces an older file although the stream broke off, as all of them do; the status says so")
  func brokenStream() throws {
    let names = ["old.mp4", "old.json", "old.jsonl"]
    for name in names { try folder.write("before", name) }
    let server = try Self.server(frames: 8, breaksOff: true)
    let run = try CommandRun(
      Self.arguments([
        server.address(), "--annotate", folder.path("old.mp4"), "--coco", folder.path("old.json"), "--json",
        folder.path("old.jsonl"),
      ]))
    #expect(run.status == 1 && run.errors.contains("attempts to reconnect failed"), "\(run.errors)")
    #expect(!run.errors.contains("allow more"), "the command has no such option")
    #expect(try #require(VideoReader(contentsOfFile: folder.path("old.mp4")).estimatedFrameCount) > 0)
    for name in names { #expect(try folder.bytes(name) != Data("before".utf8), "\(name)") }
  }

  @Test("Two streams of one host have their own names in results")
  func names() throws {
    let server = try Self.server(frames: 3, breaksOff: false)
    let addresses = ["a", "b"].map { server.address("secret-\($0)") }
    let run = try CommandRun(Self.arguments(addresses + ["--max-frames", "1", "--json", "-", "--mode", "video"]))
    let host = "http://127.0.0.1:\(server.port)"
    let files = run.output.split(separator: "\n").compactMap { $0.firstMatch(of: /"file":"([^"]*)"/)?.1 }
    #expect(run.status == 0 && files == ["\(host)", "\(host)-2"], "\(run.output) \(run.errors)")
  }

  @Test("A stop ends a run that waits for a server's answer at once")
  func stopWhileOpening() throws {
    let isConnected = Locked(false)
    let server = try LoopbackServer { connection in
      _ = connection.readRequest()
      isConnected.withLock { $0 = true }
      connection.waitForHangUp()
    }
    let process = Process()
    process.executableURL = CommandRun.executable
    process.arguments = try Self.arguments([server.address()])
    try process.run()
    while process.isRunning, !isConnected.withLock({ $0 }) { usleep(10_000) }
    let start = ContinuousClock.now
    process.interrupt()
    process.waitUntilExit()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print("stopped after \(seconds) s")
    // Without it the time limit of opening would have to pass, 10 s.
    #expect(process.terminationStatus == 130 && seconds < 8, "\(seconds) s")
  }

  @Test("A video is no pipe: that is wrong usage, and nothing is opened")
  func namedPipe() throws {
    let path = folder.path("pipe.mp4")
    #expect(mkfifo(path, 0o600) == 0)
    let isConnected = Locked(false)
    let server = try LoopbackServer { _ in isConnected.withLock { $0 = true } }
    let run = try CommandRun(Self.arguments([server.address(), "--annotate", path]))
    #expect(run.status == 2 && run.errors.contains("pipe.mp4, which is no regular file"), "\(run.errors)")
    #expect(!isConnected.withLock { $0 })
  }
}
