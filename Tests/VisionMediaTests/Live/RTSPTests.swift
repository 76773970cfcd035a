import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

/// The little of RTSP that a camera needs to be looked at: it sends MPEG-TS in RTP within the connection. The `ffmpeg`
/// command can publish by RTSP but not serve.
enum RTSPServer {
  /// Answers requests until the client wants to play, then sends the file at about its own pace and hangs up.
  static func serve(_ file: Data, seconds: Double, to connection: LoopbackServer.Connection) {
    let description = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\nm=video 0 RTP/AVP 33\r\na=control:track1\r\n"
    while true {
      let request = connection.readRequest()
      guard let method = request.split(separator: " ").first,
        let sequence = request.split(separator: "\r\n").first(where: { $0.hasPrefix("CSeq:") })
      else { return }
      var (fields, content) = (["\(sequence)", "Session: 1"], "")
      switch method {
      case "OPTIONS": fields.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
      case "DESCRIBE":
        content = description
        fields += ["Content-Type: application/sdp", "Content-Length: \(content.utf8.count)"]
      case "SETUP": fields.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
      default: break
      }
      let head = (["RTSP/1.0 200 OK"] + fields + ["", ""]).joined(separator: "\r\n")
      guard connection.write(Data((head + content).utf8)) else { return }
      if method == "PLAY" { break }
    }
    let packets = stride(from: 0, to: file.count, by: 7 * 188).map { file[$0..<min($0 + 7 * 188, file.count)] }
    for (number, payload) in packets.enumerated() {
      let time = UInt32(Double(number) / Double(packets.count) * seconds * 90_000)
      func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * (count - 1 - $0))) }
      }
      let header = [0x80, 33] + bytes(number, 2) + bytes(Int(time), 4) + bytes(7, 4)
      let frame = [0x24, 0] + bytes(header.count + payload.count, 2) + header
      guard connection.write(Data(frame) + payload) else { return }
      Thread.sleep(forTimeInterval: seconds / Double(packets.count))
    }
  }
}

@Suite("Streams by RTSP", .serialized, .needs(.ffmpeg))
struct RTSPTests {
  @Test("a camera's stream is played, broken off, and played again")
  func playing() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25", "-frames:v", "50", "-g", "10", "-c:v", "libx264", "-bf",
      "0",
      folder.path("a.ts"))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.path("a.ts")))
    let server = try LoopbackServer { connection in
      if connection.number < 2 { RTSPServer.serve(file, seconds: 2, to: connection) }
    }
    let stream = try NetworkStream(
      address: "rtsp://127.0.0.1:\(server.port)/x", options: NetworkStreamTests.quick(attempts: 2))
    #expect(stream.isLive)
    #expect(stream.width == 160 && stream.height == 120)
    var (pixels, times) = ([String](), [Int]())
    let error = TasksError.thrown {
      try stream.forEach {
        pixels.append(try PixelHash.hex($0.image.packedBytes))
        times.append($0.timestampInMilliseconds)
      }
    }
    #expect(error?.code == .unavailableError)
    #expect(stream.reconnections == 1)
    #expect(NetworkStreamTests.isRising(times))
    print("RTSP: \(times.count) frames of twice 50, times to \(times.last ?? -1) ms")
    // A sender that hangs up may take its last frames with it.
    #expect((90...100).contains(times.count))
    #expect((3800...6000).contains(times.last ?? 0))
    let local = try NetworkStreamTests.readAll(VideoReader(contentsOfFile: folder.path("a.ts"))).pixels
    #expect(pixels.prefix(45).elementsEqual(local.prefix(45)))
    #expect(Set(pixels).isSubset(of: local))
  }

  @Test("a server that agrees to play and sends nothing is given up")
  func silence() throws {
    let server = try LoopbackServer { connection in
      RTSPServer.serve(Data(), seconds: 1, to: connection)
      connection.waitForHangUp()
    }
    var options = NetworkStreamTests.quick()
    options.openTimeout = 0.5
    // Nothing is ever sent, so that the size does not become known.
    let error = TasksError.thrown {
      _ = try NetworkStream(address: "rtsp://127.0.0.1:\(server.port)/x", options: options)
    }
    #expect(error?.code == .deadlineExceededError)
  }
}
