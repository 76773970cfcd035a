import HTTPTypes
import Hummingbird
import NIOCore
import VisionCore
import VisionHTTP

extension ServerParts {
  /// Reads a request's body within the limits, and runs work on it until the client is gone.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: Its context.
  ///   - work: The work. It gets the body and the request's memory, which is held until the response is sent.
  /// - Returns: The response.
  /// - Throws: `HTTPError` for a compressed body or one of a form; `TasksError` beyond a limit or for a body that ends early; what
  ///   the work throws.
  func withBody(
    of request: Request, _ context: ServerContext,
    _ work: @escaping @Sendable (ByteBuffer, MemoryReservation) async throws -> Reply
  ) async throws -> Response {
    try request.checkEncoding()
    try request.checkNoForm()
    let memory = MemoryReservation(memory)
    do {
      let body = try await body(of: request, context, memory)
      let reply = try await connections.whileOpen(context.channel) { try await work(body, memory) }
      return reply.response(holding: memory)
    } catch {
      memory.release()
      if error is CancellationError { context.record.setCancelled() }
      throw error
    }
  }

  /// Reads the body, whose memory is reserved as it arrives: a client that sends slowly does not hold what it has not sent.
  private func body(
    of request: Request, _ context: ServerContext, _ memory: MemoryReservation
  ) async throws -> ByteBuffer {
    let limit = options.requestBytes
    // A body in chunks may have any length up to the limit.
    let length = try request.hasChunks ? nil : request.bodyLength(atMost: limit, of: "The request")
    request.permitBody(on: context.channel)
    let closing = connections.close(context.channel, unlessReceived: length ?? limit)
    defer { closing.cancel() }
    do {
      return try await request.body(length: length, atMost: limit, of: "The request") { try memory.grow(by: $0) }
    } catch let error as TasksError where error.code == .dataLossError {
      // The client left, or was too slow.
      context.record.setCancelled()
      throw error
    }
  }
}

extension Request {
  /// Refuses compressed bodies.
  func checkEncoding() throws {
    guard let encoding = headers[.contentEncoding], encoding.lowercased() != "identity" else { return }
    throw HTTPError(
      .unsupportedMediaType, headers: [.acceptEncoding: "identity"],
      message: "The body is compressed (\(encoding.prefix(32))); send it as it is. Image files are compressed already.")
  }

  /// Refuses forms, as `curl -F` and web pages send files. What curl's `--data-binary` calls a form is none.
  func checkNoForm() throws {
    guard headers[.contentType]?.lowercased().hasPrefix("multipart/") == true else { return }
    throw HTTPError(
      .unsupportedMediaType,
      message:
        "The body has several parts, as curl -F sends files; send the file itself as the body: curl --data-binary "
        + "@FILE. Frames of a video go to a stream's live.")
  }
}
