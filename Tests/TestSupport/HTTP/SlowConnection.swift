import Foundation

/// A connection that stays open and sends what it is told to, for clients that are slow on purpose.
package final class SlowConnection: Sendable {
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

  /// What the other side sends until it closes the connection, or within some seconds.
  ///
  /// - Parameters:
  ///   - seconds: The maximum time.
  ///   - isEnough: Whether what has arrived is all that is awaited.
  /// - Returns: What has arrived.
  package func received(within seconds: Double, until isEnough: (Data) -> Bool = { _ in false }) -> Data {
    let end = ContinuousClock.now + .seconds(seconds)
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 4096)
    while ContinuousClock.now < end, !isEnough(answer) {
      let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count > 0 { answer.append(contentsOf: buffer[..<count]) }
      if count == 0 || (count < 0 && errno != EAGAIN) { return answer }
      if count < 0 { usleep(20_000) }
    }
    return answer
  }

  /// Whether the other side has closed the connection, or does so within some seconds; what it says before is passed over.
  package func isClosed(within seconds: Double) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    var buffer = [UInt8](repeating: 0, count: 4096)
    while ContinuousClock.now < end {
      let count = recv(connection, &buffer, buffer.count, Int32(MSG_DONTWAIT))
      if count == 0 || (count < 0 && errno != EAGAIN) { return true }
      if count < 0 { usleep(20_000) }
    }
    return false
  }
}
