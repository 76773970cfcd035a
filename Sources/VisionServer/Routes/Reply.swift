import HTTPTypes
import Hummingbird
import NIOCore

/// A response's headers and body, before it is sent.
struct Reply: Sendable {
  /// The maximum size of a body that is sent at once, in bytes.
  private static let wholeBytes = 64_000
  /// The size of the slices of a larger body, in bytes.
  private static let sliceBytes = 256_000

  let headers: HTTPFields
  let body: ByteBuffer

  init(headers: HTTPFields, body: ByteBuffer) {
    self.headers = headers
    self.body = body
  }

  /// - Parameter line: A line of JSON.
  init(line: String) {
    self.init(headers: [.contentType: "application/json"], body: ByteBuffer(string: line))
  }

  /// The response; its memory is held until it is sent.
  ///
  /// - Parameter memory: The memory of the request and its response. A response that is never sent releases it, too.
  /// - Returns: The response.
  func response(holding memory: MemoryReservation) -> Response {
    guard body.readableBytes > Self.wholeBytes else {
      memory.release()
      return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: body))
    }
    let body = body
    let sent = ResponseBody(contentLength: body.readableBytes) { writer in
      defer { memory.release() }
      var rest = body
      // Each slice waits until the client has taken the one before.
      while let slice = rest.readSlice(length: min(rest.readableBytes, Self.sliceBytes)), slice.readableBytes > 0 {
        try await writer.write(slice)
      }
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: headers, body: sent)
  }
}
