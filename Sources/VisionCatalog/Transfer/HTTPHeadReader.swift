import Foundation

/// Parses response headers line by line, up to those of the final response, whose body is the file.
struct HTTPHeadReader {
  /// The response parsed so far.
  private(set) var answer = HTTPResponseHead()
  /// Whether the headers of the final response are complete; interim responses and redirects do not count.
  private(set) var isComplete = false
  /// The length of a chunked body is unknown, whatever Content-Length says.
  private var isChunked = false

  /// Parses the next line, with or without its line break.
  ///
  /// Lines after the final headers are ignored: a chunked body may have trailers.
  mutating func add(_ line: String) {
    guard !isComplete else { return }
    let line = line.trimmingCharacters(in: .whitespacesAndNewlines)
    if line.isEmpty {
      isComplete = (200..<300).contains(answer.status) || answer.status >= 400
    } else if line.hasPrefix("HTTP/") {
      self = HTTPHeadReader()
      answer.status = line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    } else if let colon = line.firstIndex(of: ":") {
      add(
        name: line[..<colon].lowercased(),
        value: line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces))
    }
  }

  private mutating func add(name: String, value: String) {
    switch name {
    case "content-range": answer.contentRange = value
    case "content-length" where !isChunked: answer.byteCount = Int(value)
    case "transfer-encoding":
      isChunked = true
      answer.byteCount = nil
    default: break
    }
  }
}
