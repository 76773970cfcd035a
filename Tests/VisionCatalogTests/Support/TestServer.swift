import Foundation

/// A web server with one file, on this machine and for one test. It misbehaves on request.
///
/// `@unchecked Sendable` is safe because the lock guards what changes after `init`.
final class TestServer: @unchecked Sendable {
  /// How it answers.
  struct Behaviour: Sendable {
    var status = 200
    var honoursRange = true
    /// Closes the first connection after this many bytes of the body.
    var cutsFirstAnswerAfter: Int?
  }

  let address: String
  private let socket: Int32
  private let body: [UInt8]
  private let behaviour: Behaviour
  private let lock = NSLock()
  private var seenRanges: [String?] = []

  /// The `Range` header of each request so far.
  var ranges: [String?] { lock.withLock { seenRanges } }

  init(_ body: [UInt8], _ behaviour: Behaviour = Behaviour()) throws {
    self.body = body
    self.behaviour = behaviour
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    socket = Foundation.socket(AF_INET, stream, 0)
    var local = sockaddr_in()
    local.sin_family = sa_family_t(AF_INET)
    local.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = socket
    let isBound = withUnsafeMutablePointer(to: &local) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, length) == 0 && listen(descriptor, 8) == 0
          && getsockname(descriptor, address, &length) == 0
      }
    }
    guard isBound else { throw POSIXError(.EADDRINUSE) }
    address = "http://127.0.0.1:\(UInt16(bigEndian: local.sin_port))/file"
    Thread.detachNewThread { [self] in serve() }
  }

  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private func serve() {
    while true {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { return }
      answer(connection)
      close(connection)
    }
  }

  private func answer(_ connection: Int32) {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      request += buffer[..<count]
    }
    let range = String(decoding: request, as: UTF8.self).split(separator: "\r\n")
      .first { $0.lowercased().hasPrefix("range:") }.map { $0.dropFirst(6).trimmingCharacters(in: .whitespaces) }
    let isFirst = lock.withLock {
      seenRanges.append(range)
      return seenRanges.count == 1
    }
    var start = 0
    if behaviour.honoursRange, let range { start = Int(range.filter(\.isNumber)) ?? 0 }
    guard start < body.count else { return send("HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n", [], connection) }
    var content = Array(body[start...])
    var head = start > 0 ? "HTTP/1.1 206 Part\r\n" : "HTTP/1.1 \(behaviour.status) Here\r\n"
    if start > 0 { head += "Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)\r\n" }
    head += "Content-Length: \(content.count)\r\nConnection: close\r\n\r\n"
    if isFirst, let cut = behaviour.cutsFirstAnswerAfter { content = Array(content.prefix(cut)) }
    send(head, content, connection)
  }

  private func send(_ head: String, _ content: [UInt8], _ connection: Int32) {
    let bytes = Array(head.utf8) + content
    var sent = 0
    while sent < bytes.count {
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = bytes[sent...].withUnsafeBytes { Foundation.send(connection, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return }
      sent += count
    }
  }
}
