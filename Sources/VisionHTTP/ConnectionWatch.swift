import Hummingbird
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Closes a connection whose client is slow, does not read the response, or sends too many requests ahead.
final class ConnectionWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// How long a rejected client may keep sending, so that the response gets through.
  private static let rejectionDelay = TimeAmount.seconds(1)
  /// How long the work for a client that sends nothing more goes on before it is asked whether it is there.
  private static let probeDelay = TimeAmount.milliseconds(250)

  private let table: ConnectionTable
  private let period: TimeAmount
  private let minBytes: Int
  private var check: Scheduled<Void>?
  private var unanswered = 0
  private var isReceiving = false
  /// Whether it was incomplete at the last check: only then the whole period counts.
  private var wasReceiving = false
  private var hasHadRequest = false
  private var bytes = 0
  /// Whether the server waits for the client; false while the server is the slow one.
  private var isWaitingForClient = false
  private var isResponding = false
  private var requestCount = 0
  private var stall: Scheduled<Void>?

  init(table: ConnectionTable) {
    self.table = table
    let seconds = max(table.limits.headerSeconds, 0.1)
    period = .nanoseconds(Int64(seconds * 1e9))
    minBytes = Int(seconds * Double(table.limits.bodyBytesPerSecond))
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    // Tests of this handler have no codec.
    try? pipeline.addHandler(MessageRules(), position: .before(pipeline.handler(type: HTTP1ToHTTPServerCodec.self)))
    if context.channel.isActive { begin(context) }
  }

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
    // What was received with too many requests is decoded nevertheless.
    guard unanswered <= table.limits.requestsAhead else { return }
    switch unwrapInboundIn(data) {
    case .head:
      unanswered += 1
      guard unanswered <= table.limits.requestsAhead else { return context.close(promise: nil) }
      hasHadRequest = true
      isReceiving = true
      wasReceiving = false
      requestCount += 1
      bytes = 0
      table.set(context.channel, isWaiting: false)
    case .body(let part): bytes += part.readableBytes
    case .end: isReceiving = false
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isWaitingForClient = false
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    isWaitingForClient = true
    context.read()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      isResponding = true
      let isRejected = isReceiving && head.status.code >= 400
      // A client that sent its next request to a server that ends would lose it. Requests sent ahead are answered.
      guard isRejected || table.isEnding.withLock({ $0 }) && unanswered <= 1 else { break }
      head.headerFields[.connection] = "close"
      guard isRejected else { return context.write(wrapOutboundOut(.head(head)), promise: promise) }
      // A rejected client does not get to send the rest of its body.
      let number = requestCount
      after(Self.rejectionDelay, context) { watch, context in
        if watch.isReceiving, watch.requestCount == number { context.channel.close(promise: nil) }
      }
      return context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .head, .body: break
    case .end:
      isResponding = false
      // A response counts as sent when its end is, not when that waits behind the rest.
      let promise = promise ?? context.eventLoop.makePromise(of: Void.self)
      let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
      promise.futureResult.whenComplete { _ in
        let (watch, channel) = bound.value
        watch.unanswered = max(watch.unanswered - 1, 0)
        if watch.unanswered == 0 { watch.table.set(channel, isWaiting: true) }
      }
      return context.write(data, promise: promise)
    }
    context.write(data, promise: promise)
  }

  @discardableResult private func after(
    _ delay: TimeAmount, _ context: ChannelHandlerContext,
    _ work: @escaping (ConnectionWatch, ChannelHandlerContext) -> Void
  ) -> Scheduled<Void> {
    let bound = NIOLoopBound((self, context, work), eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: delay) {
      let (watch, context, work) = bound.value
      work(watch, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent {
      if isReceiving { table.cancelWork(of: context.channel) } else { probe(context) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// A client that sends nothing more waits for its response, or is gone. That shows when something is written: an
  /// interim response resets the connection of a client that is gone, which ends the work for it.
  private func probe(_ context: ChannelHandlerContext) {
    after(Self.probeDelay, context) { watch, context in
      guard context.channel.isActive, watch.unanswered > 0, !watch.isResponding else { return }
      context.writeAndFlush(watch.wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    let isStalled = !context.channel.isWritable
    table.set(context.channel, isStalled: isStalled)
    stall?.cancel()
    stall = nil
    if isStalled { watchStall(context, unread: unreadBytes(context)) }
    context.fireChannelWritabilityChanged()
  }

  private func watchStall(_ context: ChannelHandlerContext, unread: Int) {
    stall = after(.nanoseconds(Int64(table.limits.unreadSeconds * 1e9)), context) { watch, context in
      let now = watch.unreadBytes(context)
      if now >= unread { context.close(promise: nil) } else { watch.watchStall(context, unread: now) }
    }
  }

  private func unreadBytes(_ context: ChannelHandlerContext) -> Int {
    // Channels of tests have no such option.
    (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard check == nil else { return }
    table.add(context.channel)
    check = after(period, context) { watch, context in watch.checkProgress(context) }
  }

  private func checkProgress(_ context: ChannelHandlerContext) {
    let isTooSlow = isReceiving && wasReceiving && isWaitingForClient && bytes < minBytes
    guard hasHadRequest, !isTooSlow else { return context.close(promise: nil) }
    bytes = 0
    wasReceiving = isReceiving
    check = after(period, context) { watch, context in watch.checkProgress(context) }
  }

  private func stop(_ context: ChannelHandlerContext) {
    check?.cancel()
    stall?.cancel()
    (check, stall) = (nil, nil)
    table.remove(context.channel)
  }
}
