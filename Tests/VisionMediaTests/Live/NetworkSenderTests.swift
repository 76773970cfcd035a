import Foundation
import TestSupport
import Testing

@testable import VisionMedia

/// A sender is the `ffmpeg` command, which cannot serve RTSP by itself: it publishes, and we listen.
@Suite("Streams from senders", .serialized, .needs(.ffmpeg))
struct NetworkSenderTests {
  @Test(
    "RTSP, RTMP, MPEG-TS over TCP and HTTP from a sender that calls us",
    arguments: [
      ("rtsp", ["-f", "rtsp", "-rtsp_transport", "tcp"]), ("rtmp", ["-f", "flv"]), ("tcp", ["-f", "mpegts"]),
      ("http", ["-f", "mpegts", "-method", "POST"]),
    ])
  func listening(scheme: String, output: [String]) throws {
    let address = "\(scheme)://127.0.0.1:\(try LoopbackServer.freePort())/live/x"
    var options = NetworkStreamTests.quick()
    options.listens = true
    options.openTimeout = 30
    let sender = Thread {
      // It calls until we listen.
      for _ in 0..<50 {
        let arguments =
          ["-re", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25", "-frames:v", "50", "-c:v", "libx264"]
          + ["-preset", "ultrafast", "-tune", "zerolatency", "-g", "10", "-pix_fmt", "yuv420p"]
        if (try? FFmpegCommand.run(arguments + output + [address])) != nil { return }
        Thread.sleep(forTimeInterval: 0.2)
      }
    }
    sender.start()
    let stream = try NetworkStream(address: address, options: options)
    #expect(stream.isLive)
    #expect(stream.width == 160 && stream.height == 120)
    var times: [Int] = []
    // A sender of RTMP hangs up in the middle of a message.
    let error = TasksError.thrown { try stream.forEach { times.append($0.timestampInMilliseconds) } }
    #expect(error == nil || (scheme == "rtmp" && error?.code == .unavailableError))
    print("\(scheme): \(times.count) of 50 frames, times \(times.first ?? -1)...\(times.last ?? -1)")
    #expect(times.count >= 45)
    #expect(times.first == 0 && NetworkStreamTests.isRising(times))
    #expect((1700...2200).contains(times.last ?? 0))
  }

  @Test("MPEG-TS over UDP")
  func datagrams() throws {
    let port = try LoopbackServer.freePort()
    let sender = try FFmpegCommand.start(
      ["-re", "-f", "lavfi", "-i", "testsrc2=size=160x120:rate=25", "-t", "20", "-c:v", "libx264", "-preset"]
        + ["ultrafast", "-tune", "zerolatency", "-g", "10", "-pix_fmt", "yuv420p", "-f", "mpegts"]
        + ["udp://127.0.0.1:\(port)?pkt_size=1316"])
    defer { sender.terminate() }
    let stream = try NetworkStream(
      address: "udp://127.0.0.1:\(port)", options: NetworkStreamTests.quick(read: 2))
    #expect(stream.isLive && stream.width == 160)
    var times: [Int] = []
    for _ in 0..<25 { times.append(try #require(try stream.next()).timestampInMilliseconds) }
    #expect(NetworkStreamTests.isRising(times))
    #expect((900...1100).contains(times[24]))
  }
}
