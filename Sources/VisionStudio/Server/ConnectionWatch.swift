import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose other side is too slow: with a request's headers, with the rest of the request, or in taking the
/// answer. Sits behind the decoder of HTTP, one for each connection.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How many times in a row an answer may find no room in the connection.
  private static let mostStalls = 6
  /// What a visitor who was turned away may still send, in seconds, so that the answer gets through.
  private static let farewell = TimeAmount.seconds(1)

  private let book: ConnectionBook
  private let period: TimeAmount
  /// How many bytes a period brings at least.
  private let leastBytes: Int
  private var check: Scheduled<Void>?
  /// The requests whose answers are not sent yet.
  private var unanswered = 0
  /// Whether a request's headers are there and its end is not.
  private var isReceiving = false
  private var hasHadRequest = false
  private var bytes = 0
  /// Whether more is wanted from the other side; false while the server is the slow one.
  private var wantsMore = false
  private var stalls = 0

  init(book: ConnectionBook) {
    self.book = book
    let seconds = max(book.limits.headerSeconds, 0.1)
    period = .nanoseconds(Int64(seconds * 1e9))
    leastBytes = Int(seconds * Double(book.limits.bodyBytesPerSecond))
  }

  func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop(context) }

  func channelInactive(context: ChannelHandlerContext) {
    stop(context)
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      hasHadRequest = true
      isReceiving = true
      unanswered += 1
      bytes = 0
      book.set(context.channel, isWaiting: false)
    case .body(let part): bytes += part.readableBytes
    case .end: isReceiving = false
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    wantsMore = false
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    wantsMore = true
    context.read()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      // Who was turned away does not get to send the rest.
      if isReceiving, [.unauthorized, .forbidden].contains(head.status) {
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.farewell) { channel.close(promise: nil) }
      }
    case .body: break
    case .end:
      unanswered = max(unanswered - 1, 0)
      if unanswered == 0 { book.set(context.channel, isWaiting: true) }
    }
    context.write(data, promise: promise)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard check == nil else { return }
    book.add(context.channel)
    schedule(context)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    check = context.eventLoop.scheduleTask(in: period) {
      let (watch, context) = bound.value
      watch.look(context)
    }
  }

  /// Looks at what came of the last period.
  private func look(_ context: ChannelHandlerContext) {
    stalls = unanswered > 0 && !context.channel.isWritable ? stalls + 1 : 0
    let isTooSlow = isReceiving && wantsMore && bytes < leastBytes
    guard hasHadRequest, !isTooSlow, stalls < Self.mostStalls else {
      context.close(promise: nil)
      return
    }
    bytes = 0
    schedule(context)
  }

  private func stop(_ context: ChannelHandlerContext) {
    check?.cancel()
    check = nil
    book.remove(context.channel)
  }
}
