import NIOCore
import VisionConcurrency

/// All open connections. When there are too many, idle ones are closed.
///
/// A connection that waits for a request gives way to a new one, the longest-waiting first, so that no client locks out others
/// by holding connections open. A connection whose request is being answered is kept.
final class ConnectionTable: Sendable {
  private struct Entry {
    let channel: any Channel
    let address: String
    /// When it became idle; nil while it has a request.
    var waitingSince: ContinuousClock.Instant?
  }

  let limits: StudioLimits
  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  init(limits: StudioLimits) { self.limits = limits }

  /// The number of open connections.
  var count: Int { entries.withLock { $0.count } }

  /// Adds a connection. Closes another one, or the new one itself, if there are too many.
  func add(_ channel: any Channel) {
    let address = channel.remoteAddress?.ipAddress ?? ""
    let surplus: (any Channel)? = entries.withLock { entries in
      defer {
        entries[ObjectIdentifier(channel)] = Entry(channel: channel, address: address, waitingSince: .now)
      }
      let sameAddress = entries.values.filter { $0.address == address }
      if sameAddress.count >= limits.connectionsPerAddress { return Self.longestWaiting(of: sameAddress) ?? channel }
      if entries.count >= limits.connections { return Self.longestWaiting(of: Array(entries.values)) ?? channel }
      return nil
    }
    guard let surplus else { return }
    // Removed at once, not when closing has finished.
    remove(surplus)
    surplus.close(promise: nil)
  }

  /// Marks a connection as idle or busy.
  func set(_ channel: any Channel, isWaiting: Bool) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.waitingSince = isWaiting ? .now : nil }
  }

  /// Removes a closed connection.
  func remove(_ channel: any Channel) { entries.withLock { $0[ObjectIdentifier(channel)] = nil } }

  private static func longestWaiting(of entries: [Entry]) -> (any Channel)? {
    let waiting = entries.compactMap { entry in entry.waitingSince.map { (entry.channel, $0) } }
    return waiting.min { $0.1 < $1.1 }?.0
  }
}
