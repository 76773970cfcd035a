import Foundation

/// A server on this machine's loopback interface for one test: each connection is answered by the test's own closure, on a
/// thread of its own, and closed afterwards.
package final class LoopbackServer: Sendable {
  package struct Failure: Error { package let call: String }

  /// One connection of a client.
  package struct Connection: Sendable {
    /// Which connection it is, from 0.
    package let number: Int
    fileprivate let socket: Int32

    /// Reads the head of an HTTP request.
    package func readRequest() -> String {
      var bytes: [UInt8] = []
      var byte: UInt8 = 0
      while bytes.count < 65_536, recv(socket, &byte, 1, 0) == 1 {
        bytes.append(byte)
        if bytes.suffix(4) == [13, 10, 13, 10] { break }
      }
      return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends bytes; false when the client is gone.
    @discardableResult
    package func write(_ data: Data) -> Bool {
      var rest = data[...]
      while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, noSignal) }
        guard sent > 0 else { return false }
        rest = rest.dropFirst(sent)
      }
      return true
    }

    /// Sends the head of an HTTP response.
    @discardableResult
    package func writeHead(_ status: String = "200 OK", fields: [String] = []) -> Bool {
      write(Data((["HTTP/1.1 \(status)"] + fields + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8))
    }

    /// Waits until the client hangs up.
    package func waitForHangUp() {
      var byte: UInt8 = 0
      while recv(socket, &byte, 1, 0) > 0 {}
    }

    private var noSignal: Int32 {
      #if os(Linux)
        Int32(MSG_NOSIGNAL)
      #else
        0
      #endif
    }
  }

  package let port: Int
  private let socket: Int32

  /// Listens at a free port, or at the given one.
  package init(port wanted: Int = 0, _ answer: @escaping @Sendable (Connection) -> Void) throws {
    let socket = try Self.listen(port: wanted)
    self.socket = socket
    port = try Self.port(of: socket)
    let thread = Thread {
      var number = 0
      while true {
        let client = accept(socket, nil, nil)
        guard client >= 0 else {
          close(socket)
          return
        }
        let connection = Connection(number: number, socket: client)
        number += 1
        Thread.detachNewThread {
          answer(connection)
          shutdown(client, Int32(SHUT_RDWR))
          close(client)
        }
      }
    }
    thread.start()
  }

  deinit { stop() }

  /// Accepts no more connections.
  package func stop() { shutdown(socket, Int32(SHUT_RDWR)) }

  package func address(_ path: String = "") -> String { "http://127.0.0.1:\(port)/\(path)" }

  /// A port at which nothing listens at the moment.
  package static func freePort() throws -> Int {
    let socket = try listen(port: 0)
    defer { close(socket) }
    return try port(of: socket)
  }

  private static func listen(port: Int) throws -> Int32 {
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    let result = Foundation.socket(AF_INET, kind, 0)
    guard result >= 0 else { throw Failure(call: "socket") }
    var on: Int32 = 1
    setsockopt(result, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(result, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0, Foundation.listen(result, 16) == 0 else {
      close(result)
      throw Failure(call: "bind")
    }
    return result
  }

  private static func port(of socket: Int32) throws -> Int {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
    }
    guard status == 0 else { throw Failure(call: "getsockname") }
    return Int(in_port_t(bigEndian: address.sin_port))
  }
}
