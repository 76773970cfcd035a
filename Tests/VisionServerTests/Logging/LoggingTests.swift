import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Testing
import VisionCore

@testable import VisionServer

@Suite("Request IDs and logs")
struct LoggingTests {
  private func identity(_ fields: [(String, String)]) -> RequestIdentity {
    var headers = HTTPFields()
    for (name, value) in fields { if let name = HTTPField.Name(name) { headers[name] = value } }
    let head = HTTPRequest(method: .get, scheme: "http", authority: nil, path: "/", headerFields: headers)
    return RequestIdentity(Request(head: head, body: RequestBody(buffer: ByteBuffer())))
  }

  private static let trace = "0af7651916cd43dd8448eb211c80319c"

  @Test("A client's ID is kept when it is well-formed, else the trace's, else a random one")
  func identity() {
    let parent = "00-\(Self.trace)-b7ad6b7169203331-01"
    #expect(identity([("X-Request-Id", "a-1.b_2:c")]).id == "a-1.b_2:c")
    let traced = identity([("traceparent", parent)])
    #expect(traced.id == Self.trace && traced.trace == Self.trace)
    let both = identity([("X-Request-Id", "mine"), ("traceparent", parent)])
    #expect(both.id == "mine" && both.trace == Self.trace)
    for bad in ["", "a b", "a\"b", "é", String(repeating: "a", count: 129)] {
      #expect(identity([("X-Request-Id", bad)]).id.count == 32, "\(bad)")
    }
    for bad in [
      "01-\(Self.trace)-b7ad6b7169203331-01", "00-\(Self.trace.uppercased())-b7ad6b7169203331-01",
      "00-\(Self.trace)-b7ad6b7169203331",
      "00-\(String(repeating: "0", count: 32))-b7ad6b7169203331-01", "00-\(Self.trace)-0000000000000000-01", "x",
    ] {
      #expect(identity([("traceparent", bad)]).trace == nil, "\(bad)")
    }
  }

  @Test("A message is one line of JSON with its fields, whatever they contain")
  func json() throws {
    let lines = Locked<[Data]>([])
    let logger = Logger(label: "test") { _ in
      JSONLogHandler(logLevel: .info) { line in lines.withLock { $0.append(line) } }
    }
    logger.debug("no")
    logger.info(
      "one\ntwo", metadata: ["request_id": "a\"b\n", "status": .stringConvertible(404), "ms": .stringConvertible(0.5)])
    let line = try #require(lines.withLock { $0 }.first)
    #expect(lines.withLock { $0.count } == 1 && line.last == 10 && !line.dropLast().contains(10))
    let fields = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    #expect(fields["message"] as? String == "one\ntwo" && fields["request_id"] as? String == "a\"b\n")
    #expect(fields["level"] as? String == "info" && (fields["time"] as? String)?.hasSuffix("Z") == true)
    #expect(fields["status"] as? Int == 404 && fields["ms"] as? Double == 0.5, "numbers are no texts")
    #expect(String(decoding: line, as: UTF8.self).contains("\"status\":404"))
  }
}
