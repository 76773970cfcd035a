import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// JSON responses.
package enum JSONResponse {
  /// A response from a value, encoded as JSON.
  package static func make(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return make(json: try encoder.encode(value), status: status)
  }

  /// A response from encoded JSON.
  package static func make(json: Data, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }
}
