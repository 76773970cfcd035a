import Foundation
import VisionCatalog
import VisionHTTP

/// Address, access control and limits of the page.
public struct StudioOptions: Sendable {
  /// The default port.
  public static let defaultPort = 8420

  /// The address to listen on; `127.0.0.1` by default.
  public var host = ListeningAddress.loopback
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
  /// Whether uploaded models may run on a machine whose system calls cannot be filtered; false by default. A model that exploits a fault of
  /// the runtime then has this user's rights.
  public var allowsUnsandboxedModels = false
  /// A folder whose files replace embedded ones of the same names during development; nil by default.
  public var pageFolder: URL?

  /// Options for local use.
  public init() {}

  /// Where the server listens, and who may reach it.
  var address: ListeningAddress {
    ListeningAddress(host: host, port: port, allowsRemote: allowsRemote, token: token)
  }
}
