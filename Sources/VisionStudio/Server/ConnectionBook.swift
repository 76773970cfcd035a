import NIOCore
import VisionConcurrency

/// All connections, and which of them have to go when there are too many.
///
/// A connection that waits, for a request's headers or for the next request, gives way to a new one: the one that has waited
/// longest goes first. So nobody keeps others out by holding connections open. One whose request is being answered stays.
final class ConnectionBook: Sendable {
  private struct Entry {
    let channel: any Channel
    let address: String
    /// Since when it waits; nil while it has a request.
    var waitingSince: ContinuousClock.Instant?
  }

  let limits: StudioLimits
  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  init(limits: StudioLimits) { self.limits = limits }

  /// How many connections there are.
  var count: Int { entries.withLock { $0.count } }

  /// Notes a new connection and closes another, or the new one itself, if there are too many.
  func add(_ channel: any Channel) {
    let address = channel.remoteAddress?.ipAddress ?? ""
    let surplus: (any Channel)? = entries.withLock { entries in
      defer {
        entries[ObjectIdentifier(channel)] = Entry(channel: channel, address: address, waitingSince: .now)
      }
      let neighbours = entries.values.filter { $0.address == address }
      if neighbours.count >= limits.connectionsPerAddress { return Self.longestWaiting(of: neighbours) ?? channel }
      if entries.count >= limits.connections { return Self.longestWaiting(of: Array(entries.values)) ?? channel }
      return nil
    }
    guard let surplus else { return }
    // It makes room at once, not only when its closing is done.
    remove(surplus)
    surplus.close(promise: nil)
  }

  /// Notes that a connection has a request, or waits for one from now on.
  func set(_ channel: any Channel, isWaiting: Bool) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.waitingSince = isWaiting ? .now : nil }
  }

  /// Forgets a connection.
  func remove(_ channel: any Channel) { entries.withLock { $0[ObjectIdentifier(channel)] = nil } }

  private static func longestWaiting(of entries: [Entry]) -> (any Channel)? {
    let waiting = entries.compactMap { entry in entry.waitingSince.map { (entry.channel, $0) } }
    return waiting.min { $0.1 < $1.1 }?.0
  }
}
