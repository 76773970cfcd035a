import NIOCore
import NIOHTTP1

/// What HTTP/1.1 (RFC 9112) leaves to users of the server library: HTTP/1.0, `Host`, the forms of `Connection`, and
/// `HEAD`. Before the codec of `HTTPTypes`, which knows no versions.
final class MessageRules: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private struct Exchange {
    /// Whether the client speaks HTTP/1.0: it knows neither chunks nor interim responses.
    let isOld: Bool
    /// Whether the response has no content, whatever it is (RFC 9110, section 9.3.2).
    let isHead: Bool
    var closes: Bool
  }

  private var exchanges = CircularBuffer<Exchange>()

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
    let isOld = head.version == .http1_0 || head.version.major == 0
    let options = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    let closes = options.contains("close") || (isOld && !options.contains("keep-alive"))
    if closes { head.headers.replaceOrAdd(name: "connection", value: "close") }
    switch head.headers["host"].count {
    // HTTP/1.0 has no such header; such requests come from load balancers, never from browsers.
    case 0 where isOld: head.headers.add(name: "host", value: "localhost")
    // Which of them is meant is unknown. Without any the request is refused.
    case 2...: head.headers.remove(name: "host")
    default: break
    }
    exchanges.append(Exchange(isOld: isOld, isHead: head.method == .HEAD, closes: closes))
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard let exchange = exchanges.first else { return context.write(data, promise: promise) }
    switch unwrapOutboundIn(data) {
    case .head(let head) where (100..<200).contains(head.status.code):
      guard exchange.isOld else { return context.write(data, promise: promise) }
      promise?.succeed()
    case .head(var head):
      if exchange.isOld {
        head.version = .http1_0
        // Without a length the body ends with the connection.
        if !exchange.closes, head.headers["content-length"].isEmpty { exchanges[exchanges.startIndex].closes = true }
      }
      if exchanges[exchanges.startIndex].closes {
        head.headers.replaceOrAdd(name: "connection", value: "close")
      } else if exchange.isOld {
        head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
      }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(exchange.isHead ? Self.nothing : data, promise: promise)
    case .end:
      exchanges.removeFirst()
      // Where the length is unknown the encoder would end with an empty chunk.
      let data = exchange.isHead ? Self.nothing : data
      guard exchange.closes, exchange.isOld else { return context.write(data, promise: promise) }
      let end = promise ?? context.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      end.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
      context.write(data, promise: end)
    }
  }

  /// A part of a body without bytes, which the encoder leaves out; it keeps the order of promises.
  private static var nothing: NIOAny { wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))) }
}
