import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
  private static let maxJSONBytes = 65_536
  private static let reservationStep = 256_000

  /// Lets a client that sent `Expect: 100-continue` send its body. Clients wait for that, some for a second.
  package func permitBody(on channel: any Channel) {
    guard headers[.expect]?.lowercased() == "100-continue" else { return }
    channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
  }

  /// The Content-Length. Throws `HTTPError` with status 411 for a body in chunks, whose length is not known before.
  package func bodyLength(atMost limit: Int, of what: String) throws -> Int {
    guard !hasChunks else {
      throw HTTPError(.lengthRequired, message: "The body comes in chunks; send its length as Content-Length.")
    }
    guard let text = headers[.contentLength], let length = Int(text), length >= 0 else {
      throw TasksError.invalidArgument("The request has no Content-Length.")
    }
    guard length <= limit else { throw Self.tooLong(what, length.megabytes, limit) }
    return length
  }

  /// Refuses a body in a coding that the server does not know, and an address that is no text.
  func checkForm() throws {
    if let coding = headers[.transferEncoding], coding.lowercased() != "chunked" {
      throw HTTPError(
        .notImplemented,
        message:
          "The body has the Transfer-Encoding \"\(coding.prefix(32))\"; allowed is chunked alone. Send it as it is.")
    }
    guard let path = uri.path.removingPercentEncoding, !path.contains("\0") else {
      throw HTTPError(
        .badRequest,
        message: "The path \"\(uri.path.prefix(64))\" is no text; it has to be UTF-8 without the character 0.")
    }
  }

  package var hasChunks: Bool { headers[.transferEncoding] != nil }

  private static func tooLong(_ what: String, _ length: String, _ limit: Int) -> TasksError {
    TasksError.outOfRange("\(what) is \(length) large; the maximum is \(limit.megabytes).")
  }

  package func body(atMost limit: Int, of what: String) async throws -> ByteBuffer {
    try await body(length: bodyLength(atMost: limit, of: what), atMost: limit, of: what) { _ in }
  }

  /// Reads the body, whose length is nil for one in chunks. `reserve` is called before a part of it is kept.
  package func body(
    length: Int?, atMost limit: Int, of what: String, reserve: (Int) throws -> Void
  ) async throws -> ByteBuffer {
    // Pages that nothing was written to take no memory.
    var buffer = ByteBufferAllocator().buffer(capacity: length ?? Self.reservationStep)
    var reserved = 0
    do {
      for try await part in body {
        let missing = buffer.readableBytes + part.readableBytes - reserved
        guard buffer.readableBytes + part.readableBytes <= limit else {
          throw Self.tooLong(what, "over " + limit.megabytes, limit)
        }
        if missing > 0 {
          let step = max(missing, min(Self.reservationStep, (length ?? limit) - reserved))
          try reserve(step)
          reserved += step
        }
        buffer.writeImmutableBuffer(part)
      }
    } catch {
      // The connection's errors are of several types.
      throw error is TasksError || error is CancellationError ? error : Self.interrupted
    }
    guard length == nil || buffer.readableBytes == length else { throw Self.interrupted }
    return buffer
  }

  package func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    let buffer = try await body(atMost: Self.maxJSONBytes, of: "The request")
    return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
  }

  /// The JSON of a body that may be missing, or in chunks; nil for an empty one.
  package func optionalJSON<Value: Decodable>(_ type: Value.Type) async throws -> Value? {
    let buffer = try await body(length: nil, atMost: Self.maxJSONBytes, of: "The request") { _ in }
    guard buffer.readableBytes > 0 else { return nil }
    return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
  }

  /// Streams the body to a new file, which is deleted if the upload is interrupted.
  package func save(to file: URL, length: Int) async throws {
    guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: file.path)
    else { throw TasksError.exhausted("The upload cannot be stored; is the disk full?") }
    do {
      var count = 0
      for try await part in body {
        count += part.readableBytes
        try handle.write(contentsOf: Data(part.readableBytesView))
      }
      try handle.close()
      guard count == length else { throw Self.interrupted }
    } catch {
      // The first error is reported; what cannot be removed goes with its folder.
      try? handle.close()
      try? FileManager.default.removeItem(at: file)
      throw error is TasksError ? error : Self.interrupted
    }
  }

  private static let interrupted = TasksError(.dataLossError, "The upload was interrupted; try again.")
}
