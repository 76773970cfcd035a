/// The address of a stream, such as "rtsp://user:password@host/path". Its description never shows a secret: it has the
/// scheme, the user whom a password belongs to, host and port, without passwords, paths (which hold stream keys) and
/// queries (which hold tokens). Messages, results and names of files have the description; only FFmpeg gets the text.
package struct StreamAddress: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  let text, scheme: String
  private let user: String?
  private let host: String
  /// Whether user or password have characters that end the host's part, so that programs read another host.
  private let isAmbiguous: Bool
  /// The schemes of streams, whose addresses are recognized without "//", too.
  private static let streamSchemes: Set<String> = [
    "rtsp", "rtsps", "rtmp", "rtmps", "rtmpe", "rtmpt", "http", "https", "srt", "udp", "rtp", "tcp", "tls", "mms",
    "mmsh", "mmst", "ftp", "sftp", "rist", "gopher", "icecast",
  ]

  /// Refuses a text without a scheme, and one whose host cannot be told from the password.
  init(_ text: String) throws {
    let address = Self(shown: text)
    guard Self.scheme(of: text) != nil else {
      throw TasksError.invalidArgument(
        "\"\(address)\" is not the URL of a stream, such as rtsp://host/path or http://host/path.")
    }
    guard !address.isAmbiguous else {
      throw TasksError.invalidArgument(
        "The host of \(address) cannot be told from its password. \(Self.encodingAdvice)")
    }
    self = address
  }

  package init(shown text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    self.text = text
    guard let colon = text.firstIndex(of: ":"), let scheme = Self.schemeName(text[..<colon]) else {
      // A text that is no address may be a mistyped one.
      (scheme, user, host, isAmbiguous) = ("", nil, text.contains(where: "@?=:/\\".contains) ? "…" : text, false)
      return
    }
    self.scheme = scheme
    let tail = text[text.index(after: colon)...]
    let rest = tail.dropFirst(tail.prefix(2).prefix { $0 == "/" }.count)
    let authority = rest.prefix { !"/?#\\".contains($0) }
    if let at = authority.lastIndex(of: "@") {
      // A user without a password may be a token.
      let name = authority[..<at].firstIndex(of: ":").map { authority[..<$0] }
      user = name.map { String($0) }
      let end = String(authority[authority.index(after: at)...])
      isAmbiguous = !Self.isHost(end)
      // With a further one behind it, it may stand in the password, too.
      host = user != nil && rest[authority.endIndex...].contains("@") ? "…" : end
    } else if let at = rest.lastIndex(of: "@"), let end = authority.firstIndex(of: ":"), !authority.hasPrefix("[") {
      // "user:pass/word@host": what stands before the colon is a user or a host, what follows may be a password.
      let isPort = Self.isHost(String(authority))
      let name = String(authority[..<end])
      let isOnly = rest.firstIndex(of: "@") == at
      let behind = rest[rest.index(after: at)...].prefix { !"/?#\\".contains($0) }
      (user, host) = isPort ? (nil, name) : (name, isOnly ? String(behind) : "…")
      isAmbiguous = !isPort
    } else {
      (user, host) = (nil, Self.isHost(String(authority)) ? String(authority) : "…")
      isAmbiguous = false
    }
  }

  static let encodingAdvice = "Write the characters / ? # @ : of a user or password as %2F %3F %23 %40 %3A."

  /// Advice for an address that was not opened; empty where user and password need none.
  var advice: String {
    guard let at = text.lastIndex(of: "@") else { return "" }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start <= at else { return "" }
    return text[start..<at].contains(where: "/?#@".contains) ? " " + Self.encodingAdvice : ""
  }

  /// The part before "://" when it has the form of a scheme, and that before ":" when it is a stream's.
  static func scheme(of text: String) -> String? {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard let colon = text.firstIndex(of: ":"), let scheme = schemeName(text[..<colon]) else { return nil }
    return text[colon...].hasPrefix("://") || streamSchemes.contains(scheme) ? scheme : nil
  }

  private static func schemeName(_ text: Substring) -> String? {
    text.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*/).map { $0.output.lowercased() }
  }

  private static func isHost(_ text: String) -> Bool {
    let port: Substring
    if text.hasPrefix("[") {
      guard let end = text.firstIndex(of: "]") else { return false }
      port = text[text.index(after: end)...].drop { $0 == ":" }
    } else {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count <= 2 else { return false }
      port = parts.count == 2 ? parts[1] : ""
    }
    return port.utf8.allSatisfy { (0x30...0x39).contains($0) } && !text.contains(where: \.isWhitespace)
  }

  package var description: String { scheme.isEmpty ? host : "\(scheme)://\(user.map { $0 + "@" } ?? "")\(host)" }
  package var customMirror: Mirror { Mirror(self, children: ["description": description]) }

  func input(_ options: NetworkStreamOptions) -> LiveInput {
    // A URL sent by a server must not open local files.
    let local = ["file", "pipe", "fd", "unix", "concat", "concatf", "subfile", "cache"]
    var settings = ["protocol_blacklist": local.filter { $0 != scheme }.joined(separator: ",")]
    switch scheme {
    case "rtsp", "rtsps":
      settings["rtsp_transport"] = options.rtspTransport.rawValue
      if options.listens { settings["rtsp_flags"] = "listen" }
    case "udp":
      // A slow reader must lose frames, not end the stream.
      settings["overrun_nonfatal"] = "1"
    default: if options.listens { settings["listen"] = "1" }
    }
    // FFmpeg knows schemes in lower case only.
    return LiveInput(
      address: scheme + text.dropFirst(scheme.count), options: settings, openTimeout: options.openTimeout,
      readTimeout: options.readTimeout)
  }
}
