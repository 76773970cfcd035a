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
    /// Sends so many bytes of the first answer, its head included, and then nothing until the client goes.
    var stallsFirstAnswerAfter: Int?
    /// Where the first requests are sent on to, one after the other.
    var redirects: [String] = []
    /// Sends the body in pieces, without its length.
    var comesInPieces = false
    /// Sends and announces a range that begins so many bytes later than the one asked for.
    var rangeShift = 0
  }

  let address: String
  private let socket: Int32
  private let body: [UInt8]
  private let behaviour: Behaviour
  private let lock = NSLock()
  private var seenRequests: [String] = []

  /// The head of each request so far.
  var requests: [String] { lock.withLock { seenRequests } }
  /// The `Range` header of each request so far.
  var ranges: [String?] { requests.map { Self.range(of: $0) } }

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
    guard let request = receive(connection) else { return }
    let number = lock.withLock {
      seenRequests.append(request)
      return seenRequests.count
    }
    if number <= behaviour.redirects.count {
      let target = behaviour.redirects[number - 1]
      return send(
        "HTTP/1.1 302 There\r\nLocation: \(target)\r\nContent-Length: 4\r\n\r\n", Array("gone".utf8), connection)
    }
    var start = 0
    if behaviour.honoursRange, let range = Self.range(of: request) { start = Int(range.filter(\.isNumber)) ?? 0 }
    if start > 0 { start += behaviour.rangeShift }
    guard start < body.count else { return send("HTTP/1.1 416 No\r\nContent-Length: 0\r\n\r\n", [], connection) }
    var content = Array(body[start...])
    var head = start > 0 ? "HTTP/1.1 206 Part\r\n" : "HTTP/1.1 \(behaviour.status) Here\r\n"
    if start > 0 { head += "Content-Range: bytes \(start)-\(body.count - 1)/\(body.count)\r\n" }
    head += behaviour.comesInPieces ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(content.count)\r\n"
    head += "Connection: close\r\n\r\n"
    if behaviour.comesInPieces { content = Self.pieces(of: content) }
    if number == 1, let cut = behaviour.cutsFirstAnswerAfter { content = Array(content.prefix(cut)) }
    guard number == 1, let stall = behaviour.stallsFirstAnswerAfter else { return send(head, content, connection) }
    send("", Array((Array(head.utf8) + content).prefix(stall)), connection)
    var byte: UInt8 = 0
    _ = recv(connection, &byte, 1, 0)
  }

  /// The head of a request, nil when the client goes before its end.
  private func receive(_ connection: Int32) -> String? {
    var request: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: request, as: UTF8.self).contains("\r\n\r\n") {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      request += buffer[..<count]
    }
    return String(decoding: request, as: UTF8.self)
  }

  private static func range(of request: String) -> String? {
    request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("range:") }
      .map { $0.dropFirst(6).trimmingCharacters(in: .whitespaces) }
  }

  private static func pieces(of body: [UInt8]) -> [UInt8] {
    let end = Array("\r\n".utf8)
    let pieces = stride(from: 0, to: body.count, by: 60_000).map { body[$0..<min($0 + 60_000, body.count)] } + [[]]
    return pieces.flatMap { Array(String($0.count, radix: 16).utf8) + end + $0 + end }
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
