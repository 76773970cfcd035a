import HTTPTypes
import Hummingbird
import VisionCore

/// A route of the server: what answers it, and its description for OpenAPI. Both come from one list, `RouteTable`.
struct ServerRoute: Sendable {
  typealias Answer = @Sendable (Request, ServerContext) async throws -> Response

  /// A parameter in the query or the headers.
  struct Parameter: Sendable {
    let name: String
    let summary: String
    /// The type of its values in JSON's words.
    var type = "string"
  }

  let method: HTTPRequest.Method
  /// The path, with its parameters in braces: `/v1/{model}`.
  let path: String
  /// The name in OpenAPI.
  let name: String
  let summary: String
  /// What the route reads from the query. Requests may lack it.
  var query: [Parameter] = []
  /// Headers that the route reads, and sets in its response. Requests may lack them.
  var headers: [Parameter] = []
  /// The media types of the request's body; empty for no body.
  var body: [String] = []
  /// The status of success.
  var status = HTTPResponse.Status.ok
  /// The media type of the response; nil for no body.
  var type: String? = "application/json"
  /// Further media types of the response.
  var furtherTypes: [String] = []
  /// What status 409 means; nil for a route without it.
  var conflict: String?
  /// Whether the route needs the token.
  var needsToken = true
  /// Whether it runs a task, and is counted as a request of a model.
  var isInference = false
  let answer: Answer

  /// The names of the path's parameters.
  var parameters: [String] {
    path.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  /// Whether a request's path is one of this route.
  func matches(_ path: [Substring]) -> Bool {
    let own = self.path.split(separator: "/")
    return own.count == path.count && zip(own, path).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }

  /// Refuses keys of the query that the route does not read, and keys that come twice.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError`.
  func checkQuery(of request: Request) throws {
    var seen: Set<Substring> = []
    for (key, _) in request.uri.queryParameters {
      guard query.contains(where: { $0.name == key }) else {
        let known = query.isEmpty ? "none" : query.map(\.name).joined(separator: ", ")
        throw TasksError.invalidArgument(
          "The query has \"\(key.prefix(32))\"; allowed here: \(known). Options of a model are set when the server starts, as in "
            + "--model 'hand?numHands=2'.")
      }
      guard seen.insert(key).inserted else {
        throw TasksError.invalidArgument("The query has \(key) twice; leave one out.")
      }
    }
  }

  /// The path in the router's form: `/v1/:model`.
  var routerPath: String { path.replacing("{", with: ":").replacing("}", with: "") }
}
