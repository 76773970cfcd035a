import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import VisionCore

@testable import VisionHTTP

@Suite("Bodies in memory")
struct RequestBodyTests {
  private func request(
    _ parts: [Int], length: Int, failing error: (any Error)? = nil, headers: HTTPFields = [:]
  ) -> Request {
    var head = HTTPRequest(method: .post, scheme: nil, authority: "localhost", path: "/", headerFields: headers)
    head.headerFields[.contentLength] = "\(length)"
    let stream = AsyncThrowingStream<ByteBuffer, any Error> { continuation in
      for part in parts { continuation.yield(ByteBuffer(repeating: 1, count: part)) }
      continuation.finish(throwing: error)
    }
    return Request(head: head, body: RequestBody(asyncSequence: stream))
  }

  @Test("Memory is reserved in steps as a body arrives, in all its length")
  func steps() async throws {
    var reserved: [Int] = []
    let body = try await request([100_000, 200_000, 1, 399_999], length: 700_000)
      .body(length: 700_000, atMost: 700_000, of: "It") { reserved.append($0) }
    #expect(body.readableBytes == 700_000 && reserved == [256_000, 256_000, 188_000])
  }

  @Test("A body that does not fit ends at once, with the error of the reservation")
  func refusal() async throws {
    let full = TasksError(.resourceExhaustedError, "full")
    let error = await #expect(throws: TasksError.self) {
      _ = try await request([10, 10], length: 20).body(length: 20, atMost: 20, of: "It") { _ in throw full }
    }
    #expect(error?.code == .resourceExhaustedError)
  }

  @Test("A connection that ends early is an interruption, whatever its error")
  func interruption() async throws {
    for failing in [nil, ChannelError.eof as (any Error)?] {
      let error = await #expect(throws: TasksError.self) {
        _ = try await request([10], length: 20, failing: failing).body(atMost: 20, of: "It")
      }
      #expect(error?.code == .dataLossError)
    }
    await #expect(throws: CancellationError.self) {
      _ = try await request([10], length: 20, failing: CancellationError()).body(atMost: 20, of: "It")
    }
  }

  @Test("A body in chunks gets status 411")
  func chunks() throws {
    let chunked = request([], length: 1, headers: [.transferEncoding: "chunked"])
    let error = #expect(throws: HTTPError.self) { _ = try chunked.bodyLength(atMost: 9, of: "It") }
    #expect(error?.status == .lengthRequired)
  }
}
