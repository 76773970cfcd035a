import Hummingbird
import VisionHTTP

struct ServerParts: Sendable {
  let options: ServerOptions
  let models: ServedModels
  let service: InferenceService
  let streams: StreamStore
  let connections: ConnectionTable
  let readiness = Locked(true)

  var metrics: ServerMetrics { service.metrics }
  var memory: MemoryBudget { service.pool.memory }
  var isReady: Bool { readiness.withLock { $0 } }
  var readyStatus: HTTPResponse.Status { isReady ? .ok : .serviceUnavailable }

  func model(of context: ServerContext) throws -> ServedModel {
    let model = try models.model(context.parameters.require("model"))
    context.record.withLock { $0.model = model.name }
    if let version = context.parameters.get("version"), version != InferResponse.modelVersion {
      throw TasksError.notFound(
        "\(model.name) has no version \(version.prefix(16)); it has \(InferResponse.modelVersion).")
    }
    return model
  }

  /// Reads a request's body, runs work on it until the client is gone, and holds its memory until the response is sent.
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
      if error is CancellationError { context.record.withLock { $0.isCancelled = true } }
      throw error
    }
  }

  /// Reads the body, whose memory is reserved as it arrives: a slow client holds only what it has sent.
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
      context.record.withLock { $0.isCancelled = true }
      throw error
    }
  }
}

extension Request {
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

struct Reply: Sendable {
  private static let wholeBytes = 64_000
  private static let sliceBytes = 256_000

  let headers: HTTPFields
  let body: ByteBuffer

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

extension Reply {
  init(line: String) { self.init(headers: [.contentType: "application/json"], body: ByteBuffer(string: line)) }
}
