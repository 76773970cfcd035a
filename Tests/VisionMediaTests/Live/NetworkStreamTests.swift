import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

/// Streams from servers that the tests start on the loopback interface; nothing else is ever called.
@Suite("Streams from the network", .serialized)
struct NetworkStreamTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Options with short waits.
  static func quick(attempts: Int = 0, read: TimeInterval = 5) -> NetworkStreamOptions {
    var options = NetworkStreamOptions()
    options.openTimeout = 10
    options.readTimeout = read
    options.reconnectionAttempts = attempts
    options.reconnectionDelay = 0.05
    options.maximumReconnectionDelay = 0.2
    return options
  }

  /// A part of an MJPEG stream: a noisy picture, as large as those of cameras, whose first pixels tell its number.
  static func part(_ number: Int) throws -> Data {
    var random = SeededGenerator(seed: UInt64(number))
    var bytes = (0..<(160 * 120)).map { _ in UInt8.random(in: 0...255, using: &random) }
    for y in 0..<16 {
      bytes.replaceSubrange((y * 160)..<(y * 160 + 16), with: repeatElement(UInt8(10 + number * 10), count: 16))
    }
    let jpeg = try ImageFile.encode(.init(copying: bytes, width: 160, height: 120, format: .gray), as: .jpeg())
    return Data("--frame\r\nContent-Type: image/jpeg\r\nContent-Length: \(jpeg.count)\r\n\r\n".utf8) + jpeg
      + Data("\r\n".utf8)
  }

  static let multipart = ["Content-Type: multipart/x-mixed-replace;boundary=frame"]

  /// Which picture of `part` a frame is.
  static func number(of frame: VideoFrame) -> Int { (Int(frame.image.packedBytes[0]) - 10 + 5) / 10 }

  static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .seconds(1)
  }

  /// The hashes of all pictures, and their times.
  static func readAll(_ source: any FrameSource) throws -> (pixels: [String], times: [Int]) {
    var (pixels, times) = ([String](), [Int]())
    try source.forEach { frame in
      pixels.append(try PixelHash.hex(frame.image.packedBytes))
      times.append(frame.timestampInMilliseconds)
    }
    return (pixels, times)
  }

  static func isRising(_ times: [Int]) -> Bool { zip(times, times.dropFirst()).allSatisfy { $0 < $1 } }

  // MARK: Files on a server

  func makeVideo(_ name: String, _ options: [String]) throws -> Data {
    let source = ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25"]
    try FFmpegCommand.run(source + ["-frames:v", "50", "-g", "10"] + options + [folder.path(name)])
    return try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  /// Answers a request for a file or a part of it. With `limit` it breaks off after so many bytes.
  static func serve(_ file: Data, to connection: LoopbackServer.Connection, ranges: Bool = true, limit: Int? = nil) {
    let request = connection.readRequest()
    var first = 0
    if ranges, let match = request.firstMatch(of: /Range: bytes=([0-9]+)-/), let number = Int(match.1) {
      first = number
    }
    guard first < file.count else {
      connection.writeHead("416 Range Not Satisfiable")
      return
    }
    let rest = Data(file[first...])
    let range = ["Accept-Ranges: bytes", "Content-Range: bytes \(first)-\(file.count - 1)/\(file.count)"]
    connection.writeHead(
      ranges ? "206 Partial Content" : "200 OK", fields: ["Content-Length: \(rest.count)"] + (ranges ? range : []))
    connection.write(rest.prefix(limit ?? rest.count))
  }

  @Test(
    "a file on a server reads like the file itself", .needs(.ffmpeg),
    arguments: [
      ("a.mp4", ["-c:v", "libx264", "-movflags", "faststart"]), ("a.ts", ["-c:v", "libx264"]),
      ("a.mkv", ["-c:v", "libx264", "-bf", "2"]), ("a.avi", ["-c:v", "mjpeg"]),
    ])
  func httpFile(name: String, options: [String]) throws {
    let file = try makeVideo(name, options)
    let server = try LoopbackServer { Self.serve(file, to: $0) }
    let stream = try NetworkStream(address: server.address(name), options: Self.quick())
    #expect(!stream.isLive)
    #expect(stream.width == 160 && stream.height == 120)
    #expect(try #require(stream.duration) > 1.8)
    let (pixels, times) = try Self.readAll(stream)
    let (localPixels, localTimes) = try Self.readAll(VideoReader(contentsOfFile: folder.path(name)))
    #expect(times.count == 50)
    #expect(times == localTimes)
    #expect(pixels == localPixels)
    #expect(stream.reconnections == 0)
  }

  @Test(
    "a file whose connection breaks goes on with the next frame, none missing and none twice",
    .needs(.ffmpeg),
    arguments: [("a.mkv", true), ("a.mkv", false), ("a.ts", true), ("a.mp4", true)])
  func brokenHTTPFile(name: String, ranges: Bool) throws {
    let file = try makeVideo(name, ["-c:v", "libx264"] + (name.hasSuffix("mp4") ? ["-movflags", "faststart"] : []))
    let server = try LoopbackServer { connection in
      Self.serve(file, to: connection, ranges: ranges, limit: connection.number < 2 ? file.count / 2 : nil)
    }
    let stream = try NetworkStream(address: server.address(name), options: Self.quick(attempts: 4))
    let (pixels, times) = try Self.readAll(stream)
    let (localPixels, localTimes) = try Self.readAll(VideoReader(contentsOfFile: folder.path(name)))
    print("\(name), ranges \(ranges): \(stream.reconnections) reconnections")
    #expect((1...3).contains(stream.reconnections))
    #expect(times == localTimes)
    #expect(pixels == localPixels)
  }

  @Test("HLS: the pieces of a playlist are one video", .needs(.ffmpeg))
  func playlistOfPieces() throws {
    try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25", "-frames:v", "50", "-g", "10", "-c:v", "libx264", "-f",
      "hls", "-hls_time", "0.4", "-hls_list_size", "0", folder.path("list.m3u8"))
    let server = try LoopbackServer { [folder] connection in
      let request = connection.readRequest()
      let name = request.split(separator: " ").dropFirst().first.map { String($0.dropFirst()) } ?? ""
      guard let file = FileManager.default.contents(atPath: folder.path(name.lastPathPart)) else {
        connection.writeHead("404 Not Found")
        return
      }
      connection.writeHead(fields: ["Content-Length: \(file.count)"])
      connection.write(file)
    }
    let stream = try NetworkStream(address: server.address("list.m3u8"), options: Self.quick())
    #expect(!stream.isLive && stream.comesInBursts)
    let (pixels, times) = try Self.readAll(stream)
    #expect(times == (0..<50).map { $0 * 40 })
    #expect(Set(pixels).count == 50)
    let local = try Self.readAll(VideoReader(contentsOfFile: folder.path("list0.ts")))
    #expect(local.pixels == Array(pixels.prefix(local.pixels.count)))
  }

  // MARK: MJPEG

  @Test("MJPEG over HTTP: frames in order, as soon as they are sent, times by the clock")
  func mjpeg() throws {
    let parts = try (0..<12).map(Self.part)
    let server = try LoopbackServer { connection in
      _ = connection.readRequest()
      connection.writeHead(fields: Self.multipart)
      for part in parts {
        connection.write(part)
        Thread.sleep(forTimeInterval: 0.1)
      }
    }
    let stream = try NetworkStream(address: server.address("video.mjpg"), options: Self.quick())
    #expect(
      stream.isLive && !stream.comesInBursts && stream.estimatedFrameCount == nil && stream.duration == nil
        && stream.frameRate == nil)
    #expect(stream.width == 160 && stream.height == 120)
    var (numbers, times) = ([Int](), [Int]())
    try stream.forEach { frame in
      numbers.append(Self.number(of: frame))
      times.append(frame.timestampInMilliseconds)
    }
    #expect(numbers == Array(0..<12))
    #expect(times[0] == 0 && Self.isRising(times))
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    print("MJPEG sent every 100 ms; steps of times: \(steps)")
    // A busy machine delays single frames, but no frame gets its time before it was sent.
    let span = times[11] - times[0]
    #expect((900..<11_000).contains(span), "\(span) ms")
  }

  @Test("a live frame is given out when it is in, not when the next one comes")
  func delay() throws {
    let parts = try (0..<40).map { try Self.part($0 % 19) }
    let sent = NSLock()
    // Safe since it is touched under the lock only.
    nonisolated(unsafe) var sendTimes: [ContinuousClock.Instant] = []
    let server = try LoopbackServer { connection in
      _ = connection.readRequest()
      connection.writeHead(fields: Self.multipart)
      for part in parts {
        sent.withLock { sendTimes.append(.now) }
        connection.write(part)
        Thread.sleep(forTimeInterval: 0.05)
      }
    }
    let stream = try NetworkStream(address: server.address(), options: Self.quick())
    var delays: [Double] = []
    try stream.forEach { frame in
      let instant = sent.withLock { sendTimes[frame.index] }
      delays.append((ContinuousClock.now - instant) / .milliseconds(1))
    }
    #expect(delays.count == 40)
    let late = delays.dropFirst(20).sorted()
    print("MJPEG delay from sending to the frame: median \(late[10]) ms, most \(late[19]) ms; first \(delays[0]) ms")
    // Held back until the next one, it would be 50 ms late or more at best.
    #expect(late[5] < 50)
  }

  @Test("a live stream that breaks off is opened again; counts and times say so")
  func reconnection() throws {
    let parts = try (0..<12).map(Self.part)
    let server = try LoopbackServer { connection in
      _ = connection.readRequest()
      guard connection.number < 3 else { return }
      connection.writeHead(fields: Self.multipart)
      for part in parts[(connection.number * 4)..<(connection.number * 4 + 4)] { connection.write(part) }
    }
    let stream = try NetworkStream(address: server.address(), options: Self.quick(attempts: 3))
    var (numbers, times, indices) = ([Int](), [Int](), [Int]())
    let error = TasksError.thrown {
      try stream.forEach { frame in
        numbers.append(Self.number(of: frame))
        times.append(frame.timestampInMilliseconds)
        indices.append(frame.index)
      }
    }
    #expect(numbers == Array(0..<12))
    #expect(indices == Array(0..<12))
    #expect(Self.isRising(times))
    #expect(times[4] - times[3] >= 50, "the pause counts")
    #expect(stream.reconnections == 2)
    #expect(error?.code == .unavailableError)
    #expect(error?.message.contains("3 attempts to reconnect failed") == true)
    #expect(try stream.next() == nil)
  }

  @Test("without reconnection the orderly end of a live stream is its end")
  func noReconnection() throws {
    let parts = try (0..<3).map(Self.part)
    let server = try LoopbackServer { connection in
      _ = connection.readRequest()
      connection.writeHead(fields: Self.multipart)
      for part in parts { connection.write(part) }
    }
    let stream = try NetworkStream(address: server.address(), options: Self.quick())
    #expect(try Self.readAll(stream).times.count == 3)
    #expect(stream.reconnections == 0)
  }

  // MARK: Time limits and closing

  @Test("a server that accepts and never answers holds nobody longer than the time limit")
  func deadServer() throws {
    let server = try LoopbackServer { $0.waitForHangUp() }
    var options = Self.quick()
    options.openTimeout = 0.5
    for scheme in ["http", "rtsp", "rtmp", "tcp"] {
      var error: TasksError?
      let time = Self.seconds {
        error = TasksError.thrown {
          _ = try NetworkStream(address: "\(scheme)://127.0.0.1:\(server.port)/x", options: options)
        }
      }
      print("\(scheme) of a dead server ended after \(time) s")
      #expect(error?.code == .deadlineExceededError, "\(scheme): \(String(describing: error))")
      #expect(time > 0.4 && time < 20)
    }
  }

  /// A server that sends three pictures and then nothing, without hanging up.
  static func silentServer() throws -> LoopbackServer {
    let parts = try (0..<3).map(part)
    return try LoopbackServer { connection in
      _ = connection.readRequest()
      connection.writeHead(fields: Self.multipart)
      for part in parts { connection.write(part) }
      connection.waitForHangUp()
    }
  }

  @Test("a server that falls silent is given up after the time limit")
  func silence() throws {
    let server = try Self.silentServer()
    let stream = try NetworkStream(address: server.address(), options: Self.quick(read: 0.5))
    var count = 0
    var error: TasksError?
    let time = Self.seconds { error = TasksError.thrown { try stream.forEach { _ in count += 1 } } }
    print("silence ended after \(time) s")
    #expect(count == 3)
    #expect(error?.code == .deadlineExceededError)
    #expect(time < 20)
  }

  @Test("closing ends a read that waits, and a wait for the next attempt", arguments: [false, true])
  func close(whileReconnecting: Bool) throws {
    let server = try Self.silentServer()
    var options = Self.quick(attempts: 5, read: whileReconnecting ? 0.2 : 60)
    (options.reconnectionDelay, options.maximumReconnectionDelay) = (60, 60)
    let stream = try NetworkStream(address: server.address(), options: options)
    for _ in 0..<3 { #expect(try stream.next() != nil) }
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.6)
      stream.close()
    }
    var frame: VideoFrame?
    let time = try Self.seconds { frame = try stream.next() }
    #expect(frame == nil)
    print("closed after \(time) s")
    #expect(time > 0.3 && time < 20)
    #expect(try stream.next() == nil)
  }

  @Test("opening is cancelled at once, from any thread", arguments: ["http", "rtsp", "tcp"])
  func cancelledOpening(scheme: String) throws {
    let server = try LoopbackServer { $0.waitForHangUp() }
    let interruption = Interruption()
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 0.3)
      interruption.close()
    }
    var error: TasksError?
    let time = Self.seconds {
      error = TasksError.thrown {
        _ = try MediaSource("\(scheme)://127.0.0.1:\(server.port)/x").open(interruption)
      }
    }
    print("\(scheme): cancelled after \(time) s")
    #expect(error?.code == .cancelledError)
    #expect(time < 5)
  }

  @Test("what a server refuses has the matching error; nobody there and nonsense, too")
  func refusals() throws {
    for (status, code) in [
      ("404 Not Found", TasksErrorCode.notFoundError), ("401 Unauthorized", .unauthenticatedError),
      ("403 Forbidden", .permissionDeniedError),
    ] {
      let server = try LoopbackServer { connection in
        _ = connection.readRequest()
        connection.writeHead(status, fields: ["Content-Length: 0"])
      }
      let error = TasksError.thrown { _ = try NetworkStream(address: server.address("x"), options: Self.quick()) }
      #expect(error?.code == code, "\(status): \(String(describing: error))")
    }
    let port = try LoopbackServer.freePort()
    let address = "http://me:secret@127.0.0.1:\(port)/x"
    let error = TasksError.thrown { _ = try NetworkStream(address: address, options: Self.quick()) }
    #expect(error?.code == .unavailableError)
    #expect(error?.message.contains("secret") == false)
    let text = try LoopbackServer { connection in
      _ = connection.readRequest()
      connection.writeHead(fields: ["Content-Length: 5", "Content-Type: text/plain"])
      connection.write(Data("hello".utf8))
    }
    let noVideo = TasksError.thrown { _ = try NetworkStream(address: text.address("x"), options: Self.quick()) }
    #expect(noVideo?.code == .invalidArgumentError)
  }

  @Test("a playlist from a server opens no file of this machine", .needs(.ffmpeg))
  func playlist() throws {
    _ = try makeVideo("secret.ts", ["-c:v", "libx264"])
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://\(folder.path("secret.ts"))\n#EXT-X-ENDLIST\n"
    let server = try LoopbackServer { Self.serve(Data(list.utf8), to: $0, ranges: false) }
    #expect(throws: TasksError.self) {
      let stream = try NetworkStream(address: server.address("list.m3u8"), options: Self.quick())
      _ = try stream.next()
    }
  }

  @Test("options that make no sense are refused")
  func options() {
    func code(_ change: (inout NetworkStreamOptions) -> Void) -> TasksErrorCode? {
      var options = NetworkStreamOptions()
      change(&options)
      return TasksError.thrown { _ = try NetworkStream(address: "http://127.0.0.1:1/x", options: options) }?.code
    }
    #expect(code { $0.openTimeout = 0 } == .invalidArgumentError)
    #expect(code { $0.readTimeout = .nan } == .invalidArgumentError)
    #expect(code { $0.readTimeout = .infinity } == .invalidArgumentError)
    #expect(code { $0.reconnectionAttempts = -1 } == .invalidArgumentError)
    #expect(code { $0.maximumReconnectionDelay = 0.1 } == .invalidArgumentError)
    #expect(code { _ in } == .unavailableError)
    let options = NetworkStreamOptions()
    #expect((1...7).map { options.delay(beforeAttempt: $0) } == [0.5, 1, 2, 4, 8, 8, 8])
    #expect(options.delay(beforeAttempt: .max) == 8)
  }
}
