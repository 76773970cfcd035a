import Foundation
import VisionCore

/// A connection to the page with the token of its address, closed on release.
final class PageClient {
  private let connection: Int32
  private let head: String

  /// Connects to the page's address.
  init(_ address: URL) throws {
    let token = URLComponents(url: address, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "token" }?
      .value
    let port = address.port ?? 0
    head =
      "Host: 127.0.0.1:\(port)\r\n"
      + (token.map { "Authorization: Bearer \($0)\r\nCookie: vision-studio=\($0)\r\n" } ?? "")
    #if os(Linux)
      connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      connection = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = in_port_t(port).bigEndian
    place.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connection >= 0, status == 0 else {
      if connection >= 0 { close(connection) }
      throw TasksError(.unavailableError, "The page at \(address) cannot be reached.")
    }
  }

  deinit { close(connection) }

  /// Sends a request and returns the response's body.
  ///
  /// - Throws: `TasksError` for an error status.
  func send(_ method: String, _ path: String, body: Data = Data()) throws -> Data {
    let request = Data("\(method) \(path) HTTP/1.1\r\n\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    try write(request)
    var answer = Data()
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let header = answer.range(of: end) {
        let lines = String(decoding: answer[..<header.lowerBound], as: UTF8.self).lowercased().split(separator: "\r\n")
        let length =
          lines.first { $0.hasPrefix("content-length:") }?.split(separator: " ").last.flatMap { Int($0) } ?? 0
        if answer.count >= header.upperBound + length {
          let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
          let content = Data(answer[header.upperBound...])
          guard (200..<400).contains(status) else {
            throw TasksError(
              .unavailableError, "\(method) \(path): \(status) \(String(decoding: content.prefix(200), as: UTF8.self))")
          }
          return content
        }
      }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { throw TasksError(.unavailableError, "\(method) \(path): the page hung up.") }
      answer.append(contentsOf: buffer[..<count])
    }
  }

  private func write(_ bytes: Data) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.send(connection, $0.baseAddress?.advanced(by: sent), $0.count - sent, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw TasksError(.unavailableError, "The page takes no more of a request.") }
      sent += count
    }
  }
}
