import Foundation
import VisionCatalog
import VisionErrors

/// Address, access control and limits of the page.
public struct StudioOptions: Sendable {
  /// The default port.
  public static let defaultPort = 8420

  /// The address to listen on; `127.0.0.1` by default.
  public var host = "127.0.0.1"
  /// The port, 0...65535; 8420 by default, 0 for any free port.
  public var port = StudioOptions.defaultPort
  /// Whether `host` may be an address that other machines can reach; false by default.
  public var allowsRemote = false
  /// The access token, at least 12 letters, digits, `-` and `_`; nil, the default, for a random one.
  public var token: String?
  /// Limits on uploads, memory and connections.
  public var limits = StudioLimits()
  /// The catalog of models.
  public var catalog = ModelCatalog()
  /// The path of the `vision` executable, which runs uploaded models in worker processes. If nil, the default, uploaded models
  /// are refused.
  public var workerExecutable: String?
  /// A folder whose files replace embedded ones of the same names during development; nil by default.
  public var pageFolder: URL?

  /// Options for local use.
  public init() {}

  /// Whether only this machine can reach the address.
  var isLoopback: Bool { RequestOrigin.loopbackNames.contains(host) }

  /// The minimum length of a token.
  private static let minTokenLength = 12

  /// Checks the options.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError`.
  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw TasksError.invalidArgument("The port is \(port); allowed are 0 to 65535, 0 for any free port.")
    }
    guard isLoopback || allowsRemote else {
      throw TasksError.invalidArgument(
        "Other machines can reach the host \(host). To permit that, pass --allow-remote: anyone with the token can then use "
          + "this machine's processor, and nothing else of it.")
    }
    if let token {
      let isPlain = token.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
      }
      guard token.count >= Self.minTokenLength, isPlain else {
        throw TasksError.invalidArgument(
          "The token must have at least \(Self.minTokenLength) characters, only letters, digits, - and _.")
      }
    }
  }
}
