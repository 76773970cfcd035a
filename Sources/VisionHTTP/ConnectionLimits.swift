import Foundation
import NIOCore
import VisionCore

package struct ConnectionLimits: Sendable {
  package var connections = 256
  /// Per client address. Browsers open six per page.
  package var connectionsPerAddress = 128
  package var headerSeconds = 10.0
  /// The minimum rate of a request's body, in bytes per second averaged over `headerSeconds`; 1000.
  package var bodyBytesPerSecond = 1000
  /// The fixed part of the maximum time to receive a whole body, in seconds; 10.
  package var wholeBodySeconds = 10.0
  /// The minimum rate of a whole body, in bytes per second; 100,000. Its length divided by this adds to the maximum time.
  package var wholeBodyBytesPerSecond = 100_000.0
  /// How long a client may take nothing of a response that waits for it, in seconds; 5.
  package var unreadSeconds = 5.0
  /// How many requests a client may send ahead; thousands in one packet would keep the event loops from other clients.
  package var requestsAhead = 16

  package init() {}
}

extension ConnectionLimits {
  /// The descriptors for what a server opens besides its connections while it runs: models of streams, timers.
  private static let spareDescriptors = 24
  private static let loopDescriptors = 3

  /// Fits the connections to the descriptors that the process may have, which are raised first. Returns what changed.
  mutating func fitDescriptors() -> String? {
    let own = Self.openDescriptors + Self.loopDescriptors * System.coreCount + Self.spareDescriptors
    let (before, wanted) = (ProcessResources.descriptors, connections + own)
    guard wanted > before else { return nil }
    let allowed = ProcessResources.raiseDescriptors(to: wanted)
    guard wanted > allowed else { return "The limit of open files was raised from \(before) to \(allowed)." }
    let fitting = max(allowed - own, 1)
    defer {
      connections = fitting
      connectionsPerAddress = min(connectionsPerAddress, fitting)
    }
    return
      "The limit of open files is \(allowed): there can be \(fitting) connections in place of \(connections). Raise it "
      + "(ulimit -n, LimitNOFILE=) or lower the number of connections."
  }

  private static var openDescriptors: Int {
    (0..<Int32(clamping: min(ProcessResources.descriptors, 65_536))).count { fcntl($0, F_GETFD) != -1 }
  }
}
