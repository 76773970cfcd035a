import Foundation

/// A connection that sends any bytes at all, for requests that no client would make.
package struct RawConnection {
  /// Sends bytes and gives what comes back until the server closes or a second has passed in silence.
  package static func exchange(_ bytes: Data, port: Int) throws -> Data {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let connection = socket(AF_INET, stream, 0)
    guard connection >= 0 else { throw POSIXError(.ECONNREFUSED) }
    defer { close(connection) }
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    shutdown(connection, Int32(SHUT_WR))
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return answer }
      answer.append(contentsOf: buffer[..<count])
    }
  }
}
