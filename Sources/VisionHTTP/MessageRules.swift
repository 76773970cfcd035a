import NIOCore
import NIOHTTP1

/// What HTTP/1.1 (RFC 9112) leaves to users of the server library: HTTP/1.0, `Host`, the forms of `Connection` and of
/// addresses, `HEAD`, and what is no request. Before the codec of `HTTPTypes`, which knows no versions.
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

  static let maxHeaderField = 16_384
  static let maxHeaderList = 32_768
  static let maxHeaderCount = 100

  private var exchanges = CircularBuffer<Exchange>()
  /// Whether a request's headers exceeded a limit; the connection ends with the response to it.
  private var hasLongHeaders = false
  /// Whether the last request asks for another protocol. The library's decoder ends with such a request, and would keep
  /// all that follows in memory: the connection is closed with the response, and nothing is read until then.
  private var isLast = false
  private var isAtEnd = false

  func read(context: ChannelHandlerContext) { if !isAtEnd { context.read() } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      if case .end = unwrapInboundIn(data) { isAtEnd = isLast }
      return context.fireChannelRead(data)
    }
    let isOld = head.version == .http1_0 || head.version.major == 0
    let options = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    isLast = head.method == .CONNECT || head.headers.contains(name: "upgrade")
    let closes = isLast || options.contains("close") || (isOld && !options.contains("keep-alive"))
    if closes { head.headers.replaceOrAdd(name: "connection", value: "close") }
    switch head.headers["host"].count {
    // HTTP/1.0 has no such header; such requests come from load balancers, never from browsers.
    case 0 where isOld: head.headers.add(name: "host", value: "localhost")
    // Which of them is meant is unknown. Without any the request is refused.
    case 2...: head.headers.remove(name: "host")
    default: break
    }
    head.uri = head.uri.decodingUnreserved
    exchanges.append(Exchange(isOld: isOld, isHead: head.method == .HEAD, closes: closes))
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case HTTPParserError.headerOverflow = error { hasLongHeaders = true }
    context.fireErrorCaught(error)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let part = unwrapOutboundIn(data)
    if case .head(let head) = part, (100..<200).contains(head.status.code) {
      // After the response to it, a client that reads until the end would take one for a part of that.
      guard exchanges.first?.isOld == false else {
        promise?.succeed()
        return
      }
      return context.write(data, promise: promise)
    }
    guard let exchange = exchanges.first else { return writeRefusal(part, context, promise) }
    switch part {
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
      let endsConnection = isAtEnd && exchanges.isEmpty
      guard endsConnection || (exchange.closes && exchange.isOld) else { return context.write(data, promise: promise) }
      let end = promise ?? context.eventLoop.makePromise(of: Void.self)
      let channel = context.channel
      end.futureResult.whenComplete { _ in
        channel.close(mode: .output, promise: nil)
        // Bytes that are not read would hold the connection. Before that the response gets through.
        if endsConnection { channel.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) } }
      }
      context.write(data, promise: end)
    }
  }

  /// A part of a body without bytes, which the encoder leaves out; it keeps the order of promises.
  private static var nothing: NIOAny { wrapOutboundOut(.body(.byteBuffer(ByteBuffer()))) }

  /// Gives the library's response to what is no request a content that says so, or leaves it as it is. It answers no
  /// request, since none was read.
  private func writeRefusal(
    _ part: HTTPServerResponsePart, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
  ) {
    guard case .head(var head) = part, head.status == .badRequest,
      let json = try? JSONEncoder.response().encode(ErrorReport(refusal))
    else { return context.write(wrapOutboundOut(part), promise: promise) }
    if hasLongHeaders { head.status = .requestHeaderFieldsTooLarge }
    head.headers.replaceOrAdd(name: "content-type", value: "application/json; charset=utf-8")
    head.headers.replaceOrAdd(name: "content-length", value: "\(json.count)")
    context.write(wrapOutboundOut(.head(head)), promise: promise)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: json)))), promise: nil)
  }

  private var refusal: TasksError {
    hasLongHeaders
      ? TasksError.outOfRange(
        "The request's headers are too large; at most \(Self.maxHeaderCount) of at most \(Self.maxHeaderField) bytes are allowed, "
          + "and \(Self.maxHeaderList) bytes in all.")
      : TasksError.invalidArgument("The bytes are no HTTP/1.1 request; send one that RFC 9112 allows.")
  }
}

extension String {
  /// An address with letters, digits, `-`, `.`, `_` and `~` as they are in place of their codes, which mean the same
  /// (RFC 3986, section 6.2.2.2).
  var decodingUnreserved: String {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var (rest, bytes) = (utf8[...], [UInt8]())
    while let byte = rest.popFirst() {
      let digits = byte == UInt8(ascii: "%") ? String(decoding: rest.prefix(2), as: UTF8.self) : ""
      // What is no two digits, such as a sign and a digit, is below all of these characters.
      guard let code = UInt8(digits, radix: 16), String(UnicodeScalar(code)).isPlain(or: "-._~") else {
        bytes.append(byte)
        continue
      }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
