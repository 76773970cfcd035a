import AsyncAlgorithms
import Hummingbird
import NIOCore
import ServiceLifecycle
import VisionHTTP

struct LiveResponse: Sendable {
  static let type = "application/x-ndjson"
  /// How long a client may keep sending after the last line, so that the line gets through.
  private static let closingDelay = TimeAmount.seconds(1)
  /// How long the response goes on after its stream was closed, if its client does not read it.
  private static let cutDelay = TimeAmount.seconds(5)

  private let stream: FrameStream
  private let frames: LiveFrames
  private let skipsOldFrames: Bool
  private let service: InferenceService
  private let closing: AsyncStream<LiveFrame?>
  private let use: Finish

  init(stream: FrameStream, frames: LiveFrames, skipsOldFrames: Bool, service: InferenceService) throws {
    (self.stream, self.frames, self.skipsOldFrames, self.service) = (stream, frames, skipsOldFrames, service)
    let (closing, close) = AsyncStream.makeStream(of: LiveFrame?.self)
    self.closing = closing
    let channel = frames.channel
    use = try stream.beginLive {
      close.yield(nil)
      channel.eventLoop.scheduleTask(in: Self.cutDelay) { channel.close(promise: nil) }
    }
  }

  var response: Response {
    Response(
      status: .ok, headers: [.contentType: Self.type, .connection: "close"],
      body: ResponseBody { writer in
        defer { use.call() }
        // The frame that is processed is finished when the server stops.
        let frames = frames.cancelOnGracefulShutdown()
        do {
          if skipsOldFrames {
            try await write(frames.buffer(policy: .bufferingLatest(1)), to: &writer)
          } else {
            try await write(frames, to: &writer)
          }
        } catch let error as TasksError {
          // Where the next frame begins is unknown.
          try await writer.write(LiveFailure(error, time: nil).line)
        }
        try await writer.finish(nil)
        let channel = self.frames.channel
        channel.eventLoop.scheduleTask(in: Self.closingDelay) { channel.close(promise: nil) }
      })
  }

  private func write<Frames: AsyncSequence & Sendable>(
    _ frames: Frames, to writer: inout any ResponseBodyWriter
  ) async throws where Frames.Element == LiveFrame {
    // The first nil is the end of the frames or of the stream.
    for try await next in merge(chain(frames.map { Optional($0) }, [LiveFrame?.none].async), closing) {
      guard let frame = next else { break }
      try await writer.write(try await line(for: frame))
    }
    if stream.isClosed { throw TasksError.notFound("The stream was closed.") }
  }

  /// The line of a frame; a frame that fails has a line with the error, and the next one is processed.
  private func line(for frame: LiveFrame) async throws -> ByteBuffer {
    let start = ContinuousClock.now
    service.metrics.begin()
    var outcome = ServerMetrics.Outcome.ok
    defer {
      // Held until here, whatever the optimizer thinks of its last use.
      frame.memory.release()
      service.metrics.end(model: stream.model.name, outcome: outcome, duration: ContinuousClock.now - start)
    }
    do {
      let line = try await frames.connections.whileOpen(frames.channel) {
        try await stream.line(
          for: .encoded(frame.bytes), time: frame.time, isLive: true, reservation: frame.memory, service: service)
      }
      return ByteBuffer(string: line)
    } catch let error as TasksError {
      outcome = ServerMetrics.Outcome(error.code.status(invalid: .badRequest))
      return try LiveFailure(error, time: frame.time).line
    } catch {
      outcome = error is CancellationError ? .cancelled : .failed
      throw error
    }
  }
}

private struct LiveFailure: Encodable {
  private let error: ErrorReport.Details
  private let timestampMs: Int?

  init(_ error: TasksError, time: FrameTime?) {
    self.error = ErrorReport.Details(error)
    timestampMs = time?.milliseconds
  }

  var line: ByteBuffer {
    get throws { ByteBuffer(bytes: try JSONEncoder.response().encode(self) + [UInt8(ascii: "\n")]) }
  }
}

struct LiveFrame: Sendable {
  let bytes: ByteBuffer
  let time: FrameTime?
  let memory: MemoryReservation
}

/// The frames of a live request's body, as they arrive; one that arrives too slowly closes the connection.
struct LiveFrames: AsyncSequence, Sendable {
  let body: RequestBody
  let boundary: MultipartBoundary
  let frameBytes: Int
  let memory: MemoryBudget
  let connections: ConnectionTable
  let channel: any Channel

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  struct Iterator: AsyncIteratorProtocol {
    private let frames: LiveFrames
    private var chunks: RequestBody.AsyncIterator
    private var parser: MultipartParser
    private var memory: MemoryReservation
    private var time: FrameTime?
    private var closing: Scheduled<Void>?

    fileprivate init(_ frames: LiveFrames) {
      self.frames = frames
      chunks = frames.body.makeAsyncIterator()
      parser = MultipartParser(boundary: frames.boundary, partLength: frames.frameBytes)
      memory = MemoryReservation(frames.memory)
    }

    mutating func next() async throws -> LiveFrame? {
      while true {
        switch try parser.next() {
        case .header(let header):
          time = header.time
          closing = frames.connections.close(frames.channel, unlessReceived: header.length)
        case .body(let bytes):
          closing?.cancel()
          let held = memory
          memory = MemoryReservation(frames.memory)
          try memory.grow(by: parser.pendingBytes)
          return LiveFrame(bytes: bytes, time: time, memory: held)
        case nil:
          guard let chunk = try await chunks.next() else {
            try parser.finish()
            return nil
          }
          try memory.grow(by: chunk.readableBytes)
          parser.append(chunk)
        }
      }
    }
  }
}
