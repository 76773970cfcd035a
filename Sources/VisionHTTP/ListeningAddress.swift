package struct ListeningAddress: Sendable {
  package static let loopback = "127.0.0.1"
  /// The maximum length of a socket's path in bytes, by SwiftNIO on all systems; Linux has room for four more.
  private static let maxSocketLength = 103
  private static let minTokenLength = 12

  package let host: String
  package let port: Int
  package let allowsRemote: Bool
  package let token: String?
  /// The path of a Unix socket to listen on in place of host and port; nil for none.
  package let socket: String?

  package init(host: String, port: Int, allowsRemote: Bool, token: String?, socket: String? = nil) {
    // In addresses of pages IPv6 has brackets.
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    self.host = isBracketed ? String(host.dropFirst().dropLast()) : host
    (self.port, self.allowsRemote, self.token, self.socket) = (port, allowsRemote, token, socket)
  }

  package var isLoopback: Bool { socket != nil || Self.isLoopback(host) }

  /// Whether a name or address, without brackets, is this machine's for itself alone: localhost, 127.0.0.0/8 or ::1.
  /// Other names may have such an address, too, but the owner of the name can change that.
  static func isLoopback(_ name: String) -> Bool {
    var (four, six) = (in_addr(), in6_addr())
    if inet_pton(AF_INET, name, &four) == 1 { return UInt32(bigEndian: four.s_addr) >> 24 == 127 }
    if inet_pton(AF_INET6, name, &six) == 1 {
      return withUnsafeBytes(of: six) { $0.last == 1 && $0.dropLast().allSatisfy { $0 == 0 } }
    }
    return name.lowercased() == "localhost"
  }

  package func validate() throws {
    if let socket, !(1...Self.maxSocketLength).contains(socket.utf8.count) {
      throw TasksError.invalidArgument(
        "The socket's path has \(socket.utf8.count) bytes; allowed are 1 to \(Self.maxSocketLength). Choose a shorter one, such as "
          + "/run/vision.sock, or one relative to the current folder.")
    }
    guard !host.isEmpty else {
      throw TasksError.invalidArgument(
        "The host is empty; name an address of this machine, such as \(Self.loopback), or leave --host out.")
    }
    guard (0...65_535).contains(port) else {
      throw TasksError.invalidArgument("The port is \(port); allowed are 0 to 65535, 0 for any free port.")
    }
    guard isLoopback || allowsRemote else {
      throw TasksError.invalidArgument(
        "Other machines can reach the host \(host). To permit that, pass --allow-remote: anyone with the token can then use "
          + "this machine's processor, and nothing else of it.")
    }
    guard let token else { return }
    guard token.count >= Self.minTokenLength else {
      throw TasksError.invalidArgument(
        "The token has \(token.count.counted("character")); at least \(Self.minTokenLength) are needed.")
    }
    guard token.isPlain(or: "-_") else {
      throw TasksError.invalidArgument("The token has other characters than letters, digits, - and _.")
    }
  }

  /// The URL for clients on this machine, with the running server's port; 127.0.0.1 for a server on all interfaces.
  package func url(port: Int) -> URLComponents {
    let name = ["0.0.0.0", "::"].contains(host) ? Self.loopback : host
    var components = URLComponents()
    components.scheme = "http"
    components.host = name.contains(":") ? "[\(name)]" : name
    components.port = port
    components.path = "/"
    return components
  }

  func unusable(code: Int32) -> TasksError {
    switch code {
    case EADDRINUSE where socket == nil:
      unusable("another program uses it; choose another with --port, or 0 for any free port")
    case EACCES where socket == nil && port < 1024:
      unusable("ports below 1024 need more rights; choose another with --port")
    case EADDRNOTAVAIL: unusable("this machine has no such address")
    default: unusable(String(cString: strerror(code)))
    }
  }

  /// The error of a host or port that cannot be used, with the reason as the end of a sentence.
  func unusable(_ reason: String) -> TasksError {
    TasksError(.unavailableError, "\(socket ?? "\(host), port \(port),") cannot be used: \(reason).")
  }
}
