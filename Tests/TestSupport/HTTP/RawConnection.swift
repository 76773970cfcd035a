import Foundation

/// A connection that sends any bytes at all, as slowly as a test wants, for requests that no client would make.
package final class RawConnection: Sendable {
  private let connection: Int32

  package init(port: Int) throws {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    connection = socket(AF_INET, stream, 0)
    guard connection >= 0 else { throw POSIXError(.ECONNREFUSED) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { [connection] in
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
  }

  deinit { close(connection) }

  /// Sends all of a request and gives what comes back until the server closes. An interim response, which the server sends when the answer
  /// takes a while, is left out: a busy machine must not change what a test sees.
  package static func exchange(_ bytes: Data, port: Int) async throws -> Data {
    let connection = try RawConnection(port: port)
    let answer = await withCheckedContinuation { done in
      // A queue of its own: a server of the same process answers on the threads of Swift's tasks, which waiting would hold.
      DispatchQueue(label: "exchange").async {
        connection.send(bytes)
        connection.endSending()
        done.resume(returning: connection.received(within: 20))
      }
    }
    let interim = Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    return answer.starts(with: interim) ? Data(answer.dropFirst(interim.count)) : answer
  }

  /// The version and status that answer all of a request, such as "HTTP/1.1 200".
  package static func status(of request: Data, port: Int) async throws -> String {
    String(decoding: try await exchange(request, port: port).prefix(12), as: UTF8.self)
  }

  /// Sends text; false when the other side does not take it any more.
  @discardableResult
  package func send(_ text: String) -> Bool { send(Data(text.utf8)) }

  /// Sends bytes; false when the other side does not take them all.
  @discardableResult
  package func send(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count
  }

  /// Says that nothing more is sent, while answers are still read.
  package func endSending() { shutdown(connection, Int32(SHUT_WR)) }

  /// What the other side sends until it closes the connection, until that is enough, or within some seconds.
  package func received(within seconds: Double, until isEnough: (Data) -> Bool = { _ in false }) -> Data {
    var answer = Data()
    _ = read(within: seconds) {
      answer += $0
      return isEnough(answer)
    }
    return answer
  }

  /// Whether the other side has closed the connection, or does so within some seconds; what it says before is passed over.
  package func isClosed(within seconds: Double) -> Bool { read(within: seconds) { _ in false } }

  /// Reads until the other side closes the connection, until the function is satisfied, or for some seconds. Returns whether it was closed.
  private func read(within seconds: Double, _ isEnough: (Data) -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while ContinuousClock.now < end {
      let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 || (count < 0 && errno != EAGAIN) { return true }
      if count < 0 { usleep(20_000) }
      if count > 0, isEnough(Data(buffer[..<count])) { return false }
    }
    return false
  }
}
