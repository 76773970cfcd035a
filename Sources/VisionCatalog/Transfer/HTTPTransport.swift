protocol HTTPTransport: Sendable {
  /// Downloads the missing bytes of a file over http or https, and follows redirects; blocks until the transfer ends.
  /// Its completeness is not checked here. What `file` throws ends the transfer. The timeout, in seconds, is for
  /// connecting and for the next bytes; libcurl averages over the last five seconds, so it may wait that much longer.
  func receive(_ url: URL, into file: PartFile, idleTimeout: TimeInterval) throws(TasksError)
}

extension HTTPTransport { static var wholeTimeout: TimeInterval { 3600 } }

#if canImport(Darwin)
  typealias SystemTransport = URLSessionTransport
#else
  /// libcurl, loaded when a download begins. Foundation's networking would link it into every program.
  typealias SystemTransport = CurlTransport
#endif

struct HTTPResponseHead: Equatable {
  var status = 0
  var contentRange = ""
  var byteCount: Int?
}

/// Parses response headers line by line, up to those of the final response, whose body is the file.
struct HTTPHeadReader {
  private(set) var answer = HTTPResponseHead()
  /// Whether the headers of the final response are complete; interim responses and redirects do not count.
  private(set) var isComplete = false
  /// The length of a chunked body is unknown, whatever Content-Length says.
  private var isChunked = false

  /// Parses a line. Those after the final headers are ignored: a chunked body may have trailers.
  mutating func add(_ line: String) {
    guard !isComplete else { return }
    let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if line.isEmpty {
      isComplete = (200..<300).contains(answer.status) || answer.status >= 400
    } else if line.hasPrefix("HTTP/") {
      self = HTTPHeadReader()
      answer.status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch line[..<colon].lowercased() {
      case "content-range": answer.contentRange = value
      case "content-length" where !isChunked: answer.byteCount = Int(value)
      case "transfer-encoding": (isChunked, answer.byteCount) = (true, nil)
      default: break
      }
    }
  }
}

extension LibraryUse {
  /// The libraries that downloads load on first use; none on Apple's platforms, where the system has what they need.
  package static var downloads: [LibraryUse] {
    #if canImport(Darwin)
      []
    #else
      [
        LibraryUse("libcurl", for: "downloads") { _ = try SystemLibrary.curl.load() },
        LibraryUse("libcrypto", for: "checking downloads") { _ = try SystemLibrary.crypto.load() },
      ]
    #endif
  }
}
