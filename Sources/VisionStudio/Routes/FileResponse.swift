import Foundation
import HTTPTypes
import Hummingbird
import VisionCore

/// A file as an HTTP response, whole or as one byte range. It is streamed in chunks.
struct FileResponse: Sendable {
  let url: URL
  let type: String
  /// The file name in Content-Disposition.
  let name: String

  func response(to request: Request, context: some RequestContext) async throws -> Response {
    guard let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int else {
      throw TasksError.notFound("The result file no longer exists; start the run again.")
    }
    let range = request.headers[.range].flatMap { Self.range(in: $0, size: size) }
    let part = range ?? 0..<size
    var headers: HTTPFields = [
      .contentType: type, .acceptRanges: "bytes", .contentLength: "\(part.count)",
      .contentDisposition: Self.disposition(name),
    ]
    if range != nil { headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(size)" }
    // A closed range cannot be empty.
    let body =
      part.isEmpty
      ? ResponseBody()
      : try await FileIO().loadFile(path: url.path, range: part.lowerBound...part.upperBound - 1, context: context)
    return Response(status: range == nil ? .ok : .partialContent, headers: headers, body: body)
  }

  /// Parses a single range such as `bytes=100-` or `bytes=100-199`; nil for anything else, which gets the whole file.
  static func range(in text: String, size: Int) -> Range<Int>? {
    guard text.hasPrefix("bytes=") else { return nil }
    let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let start = Int(ends[0]), start >= 0, start < size else { return nil }
    guard !ends[1].isEmpty else { return start..<size }
    guard let last = Int(ends[1]), last >= start else { return nil }
    return start..<(min(last, size - 1) + 1)
  }

  /// The header that names a download.
  static func disposition(_ name: String) -> String { "inline; filename*=UTF-8''\(encoded(name))" }

  private static func encoded(_ name: String) -> String {
    name.addingPercentEncoding(
      withAllowedCharacters: .alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        .union(CharacterSet(charactersIn: "-_."))) ?? "result"
  }
}
