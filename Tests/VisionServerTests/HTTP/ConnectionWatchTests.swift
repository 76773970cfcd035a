import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
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

  @Test("A client whose request is refused may not send the rest of its body; one that has sent it stays")
  func rejection() throws {
    for status in [HTTPResponse.Status.unauthorized, .forbidden, .contentTooLarge, .ok] {
      for isWhole in [false, true] {
        let channel = try open(ConnectionTable(limits: ConnectionLimits()))
        try channel.writeInbound(Self.request)
        if isWhole { try channel.writeInbound(HTTPRequestPart.end(nil)) }
        channel.write(HTTPResponsePart.head(HTTPResponse(status: status)), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(900))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .milliseconds(200))
        #expect(channel.isActive == (isWhole || status == .ok), "\(status), \(isWhole)")
        _ = try? channel.finish()
      }
    }
  }

  @Test("A client that does not read its response is closed in seconds, and gives way to others before")
  func unread() throws {
    var limits = ConnectionLimits()
    (limits.connections, limits.headerSeconds) = (1, 60)
    let table = ConnectionTable(limits: limits)
    func stall() throws -> EmbeddedChannel {
      let channel = try open(table)
      try channel.writeInbound(Self.request)
      try channel.writeInbound(HTTPRequestPart.end(nil))
      channel.isWritable = false
      channel.pipeline.fireChannelWritabilityChanged()
      return channel
    }
    let slow = try stall()
    slow.embeddedEventLoop.advanceTime(by: .milliseconds(4900))
    #expect(slow.isActive)
    slow.embeddedEventLoop.advanceTime(by: .milliseconds(200))
    #expect(!slow.isActive)
    let reading = try stall()
    reading.isWritable = true
    reading.pipeline.fireChannelWritabilityChanged()
    reading.embeddedEventLoop.advanceTime(by: .seconds(6))
    #expect(reading.isActive)
    let refused = try open(table)
    #expect(reading.isActive && !refused.isActive, "a connection whose request is answered is kept")
    reading.isWritable = false
    reading.pipeline.fireChannelWritabilityChanged()
    let next = try open(table)
    #expect(!reading.isActive && next.isActive)
    _ = try? next.finish()
  }

  @Test("A client that sends more requests ahead than allowed is closed, and the rest of them is ignored")
  func requestsAhead() throws {
    var limits = ConnectionLimits()
    limits.requestsAhead = 2
    let channel = try open(ConnectionTable(limits: limits))
    for _ in 0..<4 {
      for _ in 0..<2 {
        try channel.writeInbound(Self.request)
        try channel.writeInbound(HTTPRequestPart.end(nil))
      }
      #expect(channel.isActive, "two without a response are allowed")
      for _ in 0..<2 {
        channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
      }
      while try channel.readInbound(as: HTTPRequestPart.self) != nil {}
    }
    for _ in 0..<9 {
      try channel.writeInbound(Self.request)
      try channel.writeInbound(HTTPRequestPart.end(nil))
    }
    #expect(!channel.isActive)
    var received = 0
    while try channel.readInbound(as: HTTPRequestPart.self) != nil { received += 1 }
    #expect(received == 4, "the parts of two requests")
  }

  @Test("A client address may have exactly its number of connections, and a new one when one is closed")
  func perAddress() throws {
    var limits = ConnectionLimits()
    limits.connectionsPerAddress = 2
    let table = ConnectionTable(limits: limits)
    let pair = try (0..<2).map { _ in try open(table) }
    #expect(pair.allSatisfy(\.isActive) && table.count == 2)
    let third = try open(table)
    #expect(third.isActive && table.count == 2 && pair.filter(\.isActive).count == 1, "the oldest idle one gives way")
    _ = try? third.finish()
    #expect(table.count == 1)
    let fourth = try open(table)
    #expect(fourth.isActive && pair.filter(\.isActive).count == 1)
    _ = try? fourth.finish()
  }

  @Test("An interim response comes before the response only: after it, its bytes would be more of that")
  func interim() throws {
    for (version, expected) in [(HTTPVersion.http1_1, 1), (.http1_0, 0)] {
      let channel = EmbeddedChannel(handler: MessageRules())
      try channel.writeInbound(HTTPServerRequestPart.head(HTTPRequestHead(version: version, method: .GET, uri: "/")))
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      let interim = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .continue))
      try channel.writeOutbound(interim)
      try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
      try channel.writeOutbound(HTTPServerResponsePart.end(nil))
      try channel.writeOutbound(interim)
      var statuses: [HTTPResponseStatus] = []
      while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
        if case .head(let head) = part { statuses.append(head.status) }
      }
      #expect(statuses == Array(repeating: .continue, count: expected) + [.ok], "\(version)")
      _ = try? channel.finish()
    }
  }

  private final class Reads: ChannelOutboundHandler {
    typealias OutboundIn = HTTPServerResponsePart
    var count = 0
    func read(context: ChannelHandlerContext) { count += 1 }
  }

  @Test("After a request for another protocol nothing is read: the decoder would keep it")
  func upgrade() throws {
    for fields in [[:], ["upgrade": "h2c"]] as [HTTPHeaders] {
      let reads = Reads()
      let channel = EmbeddedChannel()
      try channel.pipeline.syncOperations.addHandlers(reads, MessageRules())
      let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: fields)
      try channel.writeInbound(HTTPServerRequestPart.head(head))
      let before = reads.count
      channel.read()
      #expect(reads.count == before + 1, "its body is read")
      try channel.writeInbound(HTTPServerRequestPart.end(nil))
      channel.read()
      #expect(reads.count == before + (fields.isEmpty ? 2 : 1), "\(fields)")
      _ = try? channel.finish()
    }
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
