import Hummingbird
import NIOCore
import VisionHTTP

/// A frame of a live request.
struct LiveFrame: Sendable {
  /// The image file.
  let bytes: ByteBuffer
  let time: FrameTime?
  /// The memory of the bytes, held until the frame is processed.
  let memory: MemoryReservation
}

/// The frames of a live request's body, as they arrive. Memory is reserved as it is used; a frame that arrives too slowly closes the
/// connection.
struct LiveFrames: AsyncSequence, Sendable {
  let body: RequestBody
  let boundary: MultipartBoundary
  let frameBytes: Int
  let memory: MemoryBudget
  let connections: ConnectionTable
  let channel: any Channel

  func makeAsyncIterator() -> Iterator {
    Iterator(
      chunks: body.makeAsyncIterator(), parser: MultipartParser(boundary: boundary, partLength: frameBytes),
      frames: self, memory: MemoryReservation(memory))
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var chunks: RequestBody.AsyncIterator
    fileprivate var parser: MultipartParser
    fileprivate let frames: LiveFrames
    fileprivate var memory: MemoryReservation
    private var time: FrameTime?
    private var closing: Scheduled<Void>?

    fileprivate init(
      chunks: RequestBody.AsyncIterator, parser: MultipartParser, frames: LiveFrames, memory: MemoryReservation
    ) {
      (self.chunks, self.parser, self.frames, self.memory) = (chunks, parser, frames, memory)
    }

    /// - Throws: The errors of `MultipartParser` and of the memory; those of the connection.
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
