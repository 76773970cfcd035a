import FuzzSupport
import HTTPTypes
import Hummingbird
import NIOCore

/// A request as an input describes it: a first byte for what is usual, then lines, then the body.
///
/// ```
/// flags | METHOD path \n header: value \n … \n \n body
/// ```
struct FuzzedRequest: Sendable {
  let request: Request
  /// Whether it brings the right token, in a header or in its address.
  let hasToken: Bool

  /// - Parameters:
  ///   - bytes: The input; in the path `@` stands for the visit's name, `#` for the file's.
  ///   - names: A visit that there is, and its file.
  ///   - token: The page's token.
  init(_ bytes: UnsafeRawBufferPointer, names: FuzzedVisit.Names, token: String) {
    let flags = bytes.first ?? 0
    let rest = Array(bytes.dropFirst())
    let separator = rest.indices.first { $0 + 1 < rest.count && rest[$0] == 10 && rest[$0 + 1] == 10 } ?? rest.count
    let lines = String(decoding: rest[..<separator], as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 1)
    let method = words.first.flatMap { HTTPRequest.Method(String($0)) } ?? .get
    let path = words.count > 1 ? Self.path(words[1], names) : "/"
    let body = rest.dropFirst(separator + 2)

    var fields = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
      fields.append(HTTPField(name: name, value: String(parts[1])))
    }
    if flags & 1 != 0 { fields[.authorization] = "Bearer \(token)" }
    if flags & 8 != 0 { fields[.cookie] = "vision-studio-0=\(token)" }
    if flags & 2 != 0 { fields[.contentLength] = "\(body.count)" }
    request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: flags & 4 != 0 ? "127.0.0.1:8420" : fields[.origin], path: path,
        headerFields: fields),
      body: RequestBody(buffer: ByteBuffer(bytes: body)))
    // The input itself may say it, too.
    let isInHeaders = fields.contains { $0.value.contains(token) }
    hasToken = isInHeaders || request.uri.queryParameters.get("token").map { $0 == token } ?? false
  }

  private static func path(_ text: Substring, _ names: FuzzedVisit.Names) -> String {
    String(text).replacing("@", with: names.visit).replacing("#", with: names.file)
  }
}
