import NIOCore
import NIOHTTP1

/// What HTTP/1.1 (RFC 9112) leaves to users of the server library: HTTP/1.0, `Host`, and the forms of `Connection`.
/// Before the codec of `HTTPTypes`, which knows no versions.
final class MessageRules: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private struct Exchange {
    /// Whether the client speaks HTTP/1.0: it knows neither chunks nor interim responses.
    let isOld: Bool
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
    exchanges.append(Exchange(isOld: isOld, closes: closes))
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
    case .body: context.write(data, promise: promise)
    case .end:
      exchanges.removeFirst()
      guard exchange.closes, exchange.isOld else { return context.write(data, promise: promise) }
      let end = promise ?? context.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      end.futureResult.whenComplete { _ in channel.close(mode: .output, promise: nil) }
      context.write(data, promise: end)
    }
  }
}
