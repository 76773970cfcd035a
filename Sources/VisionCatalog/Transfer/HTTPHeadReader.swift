import Foundation

/// Reads the heads of a server's answers, line by line, up to that of the last answer, whose body is the file.
struct HTTPHeadReader {
  /// The answer as far as it was read.
  private(set) var answer = HTTPAnswer()
  /// Whether the answer is whole and the last one: no interim answer and no redirect.
  private(set) var isComplete = false
  /// The length of a body in pieces is not known, whatever else the head says.
  private var comesInPieces = false

  /// Takes the next line, with or without its line end.
  ///
  /// Lines after the last head are ignored: a chunked body may have trailers.
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
    case "content-length" where !comesInPieces: answer.byteCount = Int(value)
    case "transfer-encoding":
      comesInPieces = true
      answer.byteCount = nil
    default: break
    }
  }
}
