import Foundation
import VisionCore

/// What the headers of a part say.
struct PartHeader: Sendable, Hashable {
  /// The length of the body, in bytes.
  let length: Int
  /// The frame's time; nil for the time since its stream was opened.
  let time: FrameTime?
}

extension PartHeader {
  /// The headers of a part that have arrived.
  struct Fields {
    private var length: String?
    private var timestamp: String?
    private var byteCount = 0

    /// Whether none has arrived.
    var isEmpty: Bool { byteCount == 0 }

    /// Adds a line. Headers without a meaning here are passed over.
    ///
    /// - Throws: `TasksError` with `invalidArgumentError` for a line that is no header, and beyond the maximum length.
    mutating func add(_ line: String) throws(TasksError) {
      byteCount += line.utf8.count
      guard byteCount <= MultipartParser.headerLength else {
        throw TasksError.invalidArgument("A frame has over \(MultipartParser.headerLength) bytes of headers.")
      }
      guard let colon = line.firstIndex(of: ":") else {
        throw TasksError.invalidArgument("A frame has \"\(line.prefix(32))\" among its headers; a header has a colon.")
      }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch line[..<colon].lowercased() {
      case "content-length": length = value
      case "x-timestamp": timestamp = value
      default: break
      }
    }

    /// What the headers say.
    ///
    /// - Throws: `TasksError` with `invalidArgumentError` without a length, and for a wrong value; `outOfRangeError` beyond the limit.
    func header(partLength limit: Int) throws(TasksError) -> PartHeader {
      guard let text = length, let length = Int(text), length >= 0 else {
        throw TasksError.invalidArgument("A frame has no Content-Length; each part of the body needs one.")
      }
      guard length <= limit else {
        throw TasksError(.outOfRangeError, "A frame has \(length) bytes; the maximum is \(limit).")
      }
      return PartHeader(length: length, time: try timestamp.map(FrameTime.init(seconds:)))
    }
  }
}
