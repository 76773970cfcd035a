import HTTPTypes
import Hummingbird
import VisionHTTP

/// A request's ID, by which clients, logs and traces name it.
struct RequestIdentity: Sendable, Hashable {
  /// The header with the ID, in requests and responses.
  static let fieldName = "X-Request-Id"
  static let field = HTTPField.Name(fieldName)
  /// W3C's header of a trace.
  private static let traceField = HTTPField.Name("traceparent")
  /// The maximum length of a client's ID.
  private static let maxLength = 128

  /// The client's ID, else the trace's, else a random one.
  let id: String
  /// The trace's ID, 32 hexadecimal digits; nil without a trace.
  let trace: String?

  init(_ request: Request) {
    let given = Self.field.flatMap { request.headers[$0] }
    trace = Self.traceField.flatMap { request.headers[$0] }.flatMap(Self.trace)
    id = given.flatMap { Self.isID($0) ? $0 : nil } ?? trace ?? RandomToken.make()
  }

  /// Whether a client's ID may be returned and logged: letters, digits, `-`, `_`, `.` and `:`.
  private static func isID(_ text: String) -> Bool {
    (1...maxLength).contains(text.utf8.count) && text.isPlain(or: "-_.:")
  }

  /// The trace's ID in `00-TRACE-PARENT-FLAGS`; nil for another form.
  private static func trace(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, parts.map(\.utf8.count) == [2, 32, 16, 2], parts[0] == "00" else { return nil }
    let isHexadecimal = parts.joined().utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    guard isHexadecimal, parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" }) else {
      return nil
    }
    return String(parts[1])
  }
}
