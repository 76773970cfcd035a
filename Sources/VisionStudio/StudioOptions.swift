import Foundation
import VisionCatalog
import VisionErrors

/// Where the page is served and for whom.
public struct StudioOptions: Sendable {
  /// The port that is taken when none is named.
  public static let defaultPort = 8420

  /// The address to listen on: `127.0.0.1`, the default, or one that other machines reach.
  public var host = "127.0.0.1"
  /// The port, 0...65535; 8420 by default, 0 takes one that is free.
  public var port = StudioOptions.defaultPort
  /// Whether an address that other machines reach is allowed; false by default.
  public var allowsRemote = false
  /// What a visitor has to bring, at least 12 letters, digits, - and _; nil, the default, makes one up.
  public var token: String?
  /// How much is taken from visitors.
  public var limits = StudioLimits()
  /// Where models come from.
  public var catalog = ModelCatalog()
  /// The program `vision`, in whose processes models of visitors run; nil, the default, takes no such models.
  public var workerExecutable: String?
  /// A folder whose files are served in place of the built-in ones of the same names, for those who work on the page; nil by
  /// default.
  public var pageFolder: URL?

  /// Options for this machine alone.
  public init() {}

  /// Whether only this machine reaches the address.
  var isLoopback: Bool { RequestOrigin.loopbackNames.contains(host) }

  /// The shortest token that is accepted.
  private static let shortestToken = 12

  /// Checks the values that do not go together.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` that says what is allowed.
  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw TasksError.invalidArgument("The port is \(port); allowed are 0 to 65535, 0 for any free one.")
    }
    guard isLoopback || allowsRemote else {
      throw TasksError.invalidArgument(
        "The host \(host) can be reached from other machines. If you want that, say --allow-remote: everyone who has the "
          + "token can then use this machine's processor and see nothing else of it.")
    }
    if let token {
      let isPlain = token.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_".unicodeScalars.contains($0))
      }
      guard token.count >= Self.shortestToken, isPlain else {
        throw TasksError.invalidArgument(
          "The token is too short or has other characters than letters, digits, - and _; it needs at least "
            + "\(Self.shortestToken).")
      }
    }
  }
}
