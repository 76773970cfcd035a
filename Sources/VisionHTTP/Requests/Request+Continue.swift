import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes

extension Request {
  /// Lets a client that sent `Expect: 100-continue` send its body. Clients wait for that, some for a second.
  ///
  /// - Parameter channel: The request's connection. Nothing else may have been answered on it.
  package func permitBody(on channel: any Channel) {
    guard headers[.expect]?.lowercased() == "100-continue" else { return }
    channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)), promise: nil)
  }
}
