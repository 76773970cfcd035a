import VisionErrors

/// The address of a stream, such as "rtsp://host/path". Its description omits user and password.
struct StreamAddress: CustomStringConvertible {
  /// The whole address, as FFmpeg takes it.
  let text: String
  /// The part before "://", in lower case.
  let scheme: String

  /// - Throws: `TasksError` with `invalidArgumentError` for a text without a scheme.
  init(_ text: String) throws {
    guard let scheme = Self.scheme(of: text) else {
      throw TasksError.invalidArgument(
        "\"\(text)\" is not the URL of a stream, such as rtsp://host/path or http://host/path.")
    }
    self.text = text
    self.scheme = scheme
  }

  /// The part before "://" when it has the form of a scheme.
  static func scheme(of text: String) -> String? {
    guard let end = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<end.lowerBound]
    guard let first = scheme.utf8.first, isLetter(first), scheme.utf8.allSatisfy(isSchemeCharacter) else { return nil }
    return scheme.lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSchemeCharacter(_ byte: UInt8) -> Bool {
    isLetter(byte) || (0x30...0x39).contains(byte) || Array("+-.".utf8).contains(byte)
  }

  var description: String {
    guard let end = text.firstRange(of: "://") else { return text }
    let rest = text[end.upperBound...]
    let host = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = host.lastIndex(of: "@") else { return text }
    return String(text[..<end.upperBound] + rest[rest.index(after: at)...])
  }

  /// The address in FFmpeg's terms.
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
    default:
      if options.listens { settings["listen"] = "1" }
    }
    return LiveInput(
      address: text, options: settings, openTimeout: options.openTimeout, readTimeout: options.readTimeout)
  }
}
