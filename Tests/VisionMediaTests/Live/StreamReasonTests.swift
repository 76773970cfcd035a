import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

/// Failures for which FFmpeg has the status "Input/output error" and no more.
@Suite("Reasons why streams cannot be read", .serialized)
struct StreamReasonTests {
  @Test("A page and an empty answer are named as possible reasons", arguments: ["<html>hi</html>", ""])
  func noVideo(body: String) throws {
    let server = try LoopbackServer { connection in
      _ = connection.readRequest()
      connection.writeHead(fields: ["Content-Type: text/html"])
      connection.write(Data(body.utf8))
    }
    let error = TasksError.thrown {
      _ = try NetworkStream(address: server.address("x"), options: NetworkStreamTests.quick())
    }
    #expect(error?.message.contains("its answer is no video: a page, nothing") == true, "\(error?.message ?? "")")
  }

  @Test("An MP4 file with its index at the end, from a server without ranges, is not asked for again", .needs(.ffmpeg))
  func indexAtTheEnd() throws {
    let folder = try TemporaryFolder()
    try FFmpegCommand.run(
      "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25,noise=alls=100:allf=t", "-frames:v", "50", "-c:v", "libx264",
      folder.path("a.mp4"))
    let file = try folder.bytes("a.mp4")
    // What fits into FFmpeg's buffer needs no second request.
    #expect(file.count > 500_000)
    let requests = Locked(0)
    let server = try LoopbackServer { connection in
      requests.withLock { $0 += 1 }
      NetworkStreamTests.serve(file, to: connection, ranges: false)
    }
    let stream = try NetworkStream(address: server.address("a.mp4"), options: NetworkStreamTests.quick(attempts: 3))
    let error = TasksError.thrown { _ = try stream.next() }
    #expect(error?.message.contains("faststart") == true, "\(error?.message ?? "")")
    #expect(stream.reconnections == 0 && requests.withLock { $0 } <= 2)
  }
}
