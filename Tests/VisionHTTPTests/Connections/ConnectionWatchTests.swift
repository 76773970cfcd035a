import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import VisionHTTP

@Suite("Slow connections")
struct ConnectionWatchTests {
  private static let request = HTTPRequestPart.head(
    HTTPRequest(method: .post, scheme: nil, authority: "localhost", path: "/"))

  private func open(_ table: ConnectionTable) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel(handler: ConnectionWatch(table: table))
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    return channel
  }

  @Test("A body has a whole period, however soon a check follows its head")
  func wholePeriod() throws {
    let channel = try open(ConnectionTable(limits: ConnectionLimits()))
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(9900))
    try channel.writeInbound(Self.request)
    channel.read()
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
    #expect(channel.isActive, "its body has had 0.1 s")
    channel.embeddedEventLoop.advanceTime(by: .seconds(10))
    #expect(!channel.isActive)
  }

  @Test("A connection is busy until the end of its response is sent")
  func untilSent() throws {
    var limits = ConnectionLimits()
    limits.connections = 1
    let table = ConnectionTable(limits: limits)
    let channel = try open(table)
    try channel.writeInbound(Self.request)
    try channel.writeInbound(HTTPRequestPart.end(nil))
    channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
    channel.write(HTTPResponsePart.end(nil), promise: nil)
    let refused = try open(table)
    #expect(channel.isActive && !refused.isActive)
    channel.flush()
    let next = try open(table)
    #expect(!channel.isActive && next.isActive)
    _ = try? next.finish()
  }

  @Test("A body has a maximum time, which its length extends")
  func wholeBody() throws {
    let table = ConnectionTable(limits: ConnectionLimits())
    let (late, received) = (EmbeddedChannel(), EmbeddedChannel())
    for channel in [late, received] {
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }
    _ = table.close(late, unlessReceived: 100_000)
    table.close(received, unlessReceived: 100_000).cancel()
    for channel in [late, received] { channel.embeddedEventLoop.advanceTime(by: .milliseconds(10_900)) }
    #expect(late.isActive)
    for channel in [late, received] { channel.embeddedEventLoop.advanceTime(by: .milliseconds(200)) }
    #expect(!late.isActive && received.isActive)
    _ = try received.finish()
  }
}
