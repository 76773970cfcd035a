import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose client is too slow in sending headers or body, or in receiving the response. One handler per
/// connection, after the HTTP decoder.
package final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
  package typealias InboundIn = HTTPRequestPart
  package typealias InboundOut = HTTPRequestPart
  package typealias OutboundIn = HTTPResponsePart
  package typealias OutboundOut = HTTPResponsePart

  /// The maximum number of consecutive periods in which a response cannot be written.
  private static let maxStalls = 6
  /// How long a rejected client may keep sending, so that the response gets through.
  private static let rejectionDelay = TimeAmount.seconds(1)

  private let table: ConnectionTable
  private let period: TimeAmount
  /// The minimum number of received bytes per period.
  private let minBytes: Int
  private var check: Scheduled<Void>?
  /// The number of requests without a complete response.
  private var unanswered = 0
  /// Whether a request's body is incomplete.
  private var isReceiving = false
  /// Whether it was incomplete at the last check: only then the whole period counts.
  private var wasReceiving = false
  private var hasHadRequest = false
  private var bytes = 0
  /// Whether the server waits for the client; false while the server is the slow one.
  private var isWaitingForClient = false
  private var stalls = 0

  package init(table: ConnectionTable) {
    self.table = table
    let seconds = max(table.limits.headerSeconds, 0.1)
    period = .nanoseconds(Int64(seconds * 1e9))
    minBytes = Int(seconds * Double(table.limits.bodyBytesPerSecond))
  }

  package func handlerAdded(context: ChannelHandlerContext) { if context.channel.isActive { begin(context) } }

  package func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  package func handlerRemoved(context: ChannelHandlerContext) { stop(context) }

  package func channelInactive(context: ChannelHandlerContext) {
    stop(context)
    context.fireChannelInactive()
  }

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      hasHadRequest = true
      isReceiving = true
      wasReceiving = false
      unanswered += 1
      bytes = 0
      table.set(context.channel, isWaiting: false)
    case .body(let part): bytes += part.readableBytes
    case .end: isReceiving = false
    }
    context.fireChannelRead(data)
  }

  package func channelReadComplete(context: ChannelHandlerContext) {
    isWaitingForClient = false
    context.fireChannelReadComplete()
  }

  package func read(context: ChannelHandlerContext) {
    isWaitingForClient = true
    context.read()
  }

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      // A rejected client does not get to send the rest of its body.
      if isReceiving, [.unauthorized, .forbidden].contains(head.status) {
        let channel = context.channel
        context.eventLoop.scheduleTask(in: Self.rejectionDelay) { channel.close(promise: nil) }
      }
    case .body: break
    case .end:
      let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
      noteSending(promise.futureResult, context)
      return context.write(data, promise: promise)
    }
    context.write(data, promise: promise)
  }

  /// Counts a response as sent when its end is, not when that waits behind the rest.
  private func noteSending(_ end: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
    end.whenComplete { _ in
      let (watch, channel) = bound.value
      watch.unanswered = max(watch.unanswered - 1, 0)
      if watch.unanswered == 0 { watch.table.set(channel, isWaiting: true) }
    }
  }

  package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { table.cancelWork(of: context.channel) }
    context.fireUserInboundEventTriggered(event)
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard check == nil else { return }
    table.add(context.channel)
    schedule(context)
  }

  private func schedule(_ context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    check = context.eventLoop.scheduleTask(in: period) {
      let (watch, context) = bound.value
      watch.checkProgress(context)
    }
  }

  /// Checks the progress of the last period.
  private func checkProgress(_ context: ChannelHandlerContext) {
    stalls = unanswered > 0 && !context.channel.isWritable ? stalls + 1 : 0
    let isTooSlow = isReceiving && wasReceiving && isWaitingForClient && bytes < minBytes
    guard hasHadRequest, !isTooSlow, stalls < Self.maxStalls else {
      context.close(promise: nil)
      return
    }
    bytes = 0
    wasReceiving = isReceiving
    schedule(context)
  }

  private func stop(_ context: ChannelHandlerContext) {
    check?.cancel()
    check = nil
    table.remove(context.channel)
  }
}
