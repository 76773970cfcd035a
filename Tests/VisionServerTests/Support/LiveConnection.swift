import Foundation
import TestSupport

/// A live request of which a test sends frames one by one.
final class LiveConnection: Sendable {
  private let connection: RawConnection

  /// Sends the headers.
  init(
    _ server: RunningServer, _ path: String, type: String = "multipart/x-mixed-replace; boundary=frame"
  ) throws {
    connection = try RawConnection(port: server.port)
    connection.send(
      """
      POST \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(server.ready.token ?? "")\r\n\
      Content-Type: \(type)\r\nTransfer-Encoding: chunked\r\n\r\n
      """)
  }

  /// Sends a frame as a part of the body.
  func send(_ frame: Data, seconds: Double? = nil) {
    let time = seconds.map { "X-Timestamp: \($0)\r\n" } ?? ""
    sendChunk(Data("--frame\r\nContent-Length: \(frame.count)\r\n\(time)\r\n".utf8) + frame + Data("\r\n".utf8))
  }

  /// Sends bytes as a chunk of the body.
  func sendChunk(_ bytes: Data) {
    connection.send(Data((String(bytes.count, radix: 16) + "\r\n").utf8) + bytes + Data("\r\n".utf8))
  }

  /// Ends the body.
  func finish() { connection.send("0\r\n\r\n") }

  /// The lines that follow, until there are so many or the server closes the connection. Their chunks hold a line each.
  func lines(_ count: Int) -> [String] {
    Self.lines(connection.received(within: 60) { Self.lines($0).count >= count })
  }

  /// All that the server sends until it closes the connection.
  func rest() -> String { String(decoding: connection.received(within: 60), as: UTF8.self) }

  private static func lines(_ answer: Data) -> [String] {
    String(decoding: answer, as: UTF8.self).split(separator: "\r\n").filter { $0.hasPrefix("{") && $0.hasSuffix("\n") }
      .map { String($0.dropLast()) }
  }
}
