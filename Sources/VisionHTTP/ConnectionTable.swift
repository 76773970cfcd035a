import Logging
import NIOCore

/// All open connections. When there are too many, idle ones are closed.
/// A connection that waits for a request gives way to a new one, the longest-waiting first, so that no client locks out
/// others by holding connections open. When none is idle, one gives way whose client does not read its responses. A
/// connection whose request is being answered is kept.
package final class ConnectionTable: Sendable {
  private struct Entry {
    let channel: any Channel
    let address: String
    var waitingSince: ContinuousClock.Instant?
    /// Since when its client has not read what waits for it; nil while it does.
    var stalledSince: ContinuousClock.Instant?
    /// Whether the client left in the middle of a request. That may be known before the work for it begins.
    var isInputClosed = false
    var cancellations: [UUID: @Sendable () -> Void] = [:]
  }

  package let limits: ConnectionLimits
  /// Whether the server ends soon; responses then ask their clients to close.
  let isEnding = Locked(false)
  private let entries = Locked<[ObjectIdentifier: Entry]>([:])

  init(limits: ConnectionLimits) { self.limits = limits }

  /// Throws `TasksError` with `exhausted` where the process may have too few descriptors for any connection.
  package convenience init(fitting limits: ConnectionLimits, logger: Logger) throws {
    var limits = limits
    if let note = try limits.fitDescriptors() { logger.notice("\(note)") }
    self.init(limits: limits)
  }

  var count: Int { entries.withLock { $0.count } }

  /// Adds a connection. Closes another one, or the new one itself, if there are too many.
  func add(_ channel: any Channel) {
    let address = channel.remoteAddress?.ipAddress ?? ""
    let surplus: (any Channel)? = entries.withLock { entries in
      defer { entries[ObjectIdentifier(channel)] = Entry(channel: channel, address: address, waitingSince: .now) }
      let sameAddress = entries.values.filter { $0.address == address }
      if sameAddress.count >= limits.connectionsPerAddress { return Self.dispensable(of: sameAddress) ?? channel }
      if entries.count >= limits.connections { return Self.dispensable(of: Array(entries.values)) ?? channel }
      return nil
    }
    guard let surplus else { return }
    // Removed at once, not when closing has finished.
    remove(surplus)
    surplus.close(promise: nil)
  }

  func set(_ channel: any Channel, isWaiting: Bool) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.waitingSince = isWaiting ? .now : nil }
  }

  func set(_ channel: any Channel, isStalled: Bool) {
    entries.withLock { $0[ObjectIdentifier(channel)]?.stalledSince = isStalled ? .now : nil }
  }

  func remove(_ channel: any Channel) {
    let entry = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(channel)) }
    for cancel in (entry?.cancellations ?? [:]).values { cancel() }
  }

  /// Ends the work for a connection whose client left in the middle of a request, also work that begins later.
  func cancelWork(of channel: any Channel) {
    let cancellations = entries.withLock { entries in
      entries[ObjectIdentifier(channel)]?.isInputClosed = true
      return entries[ObjectIdentifier(channel)]?.cancellations ?? [:]
    }
    for cancel in cancellations.values { cancel() }
  }

  /// The connection that waits longest for a request, else for its client to read.
  private static func dispensable(of entries: [Entry]) -> (any Channel)? {
    func longest(_ time: KeyPath<Entry, ContinuousClock.Instant?>) -> (any Channel)? {
      entries.compactMap { entry in entry[keyPath: time].map { (entry.channel, $0) } }.min { $0.1 < $1.1 }?.0
    }
    return longest(\.waitingSince) ?? longest(\.stalledSince)
  }

  /// Runs work for a request, cancelled when its client closes the connection. A client that closes only its sending
  /// side still waits for the response; `ConnectionWatch` tells it from one that is gone.
  package func whileOpen<Value: Sendable>(
    _ channel: any Channel, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (task, id, connection) = (Task { try await work() }, UUID(), ObjectIdentifier(channel))
    let isOpen = entries.withLock { entries in
      entries[connection]?.cancellations[id] = { task.cancel() }
      return entries[connection]?.isInputClosed == false
    }
    if !isOpen { task.cancel() }
    defer { entries.withLock { $0[connection]?.cancellations[id] = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Closes a connection after the maximum time for a body of `length` bytes; cancelled when it was received.
  package func close(_ channel: any Channel, unlessReceived length: Int) -> Scheduled<Void> {
    let seconds = limits.wholeBodySeconds + Double(length) / limits.wholeBodyBytesPerSecond
    return channel.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) { channel.close(promise: nil) }
  }
}

package struct ConnectionLimits: Sendable {
  package var connections = 256
  /// Per client address. Browsers open six per page.
  package var connectionsPerAddress = 128
  package var headerSeconds = 10.0
  /// The minimum rate of a request's body, in bytes per second averaged over `headerSeconds`; 1000.
  package var bodyBytesPerSecond = 1000
  /// The fixed part of the maximum time to receive a whole body, in seconds; 10.
  package var wholeBodySeconds = 10.0
  /// The minimum rate of a whole body, in bytes per second; 100,000. Length by rate adds to the maximum time.
  package var wholeBodyBytesPerSecond = 100_000.0
  /// How long a client may take nothing of a response that waits for it, in seconds; 5.
  package var unreadSeconds = 5.0
  /// How many requests a client may send ahead; thousands in one packet would keep the event loops from other clients.
  package var requestsAhead = 16

  package init() {}

  /// The descriptors for what a server opens besides its connections while it runs: models of streams, timers.
  private static let spareDescriptors = 24
  private static let loopDescriptors = 3

  /// Fits the connections to the descriptors that the process may have, which are raised first. Returns what changed.
  /// Throws where none is left: the server library would end the process.
  mutating func fitDescriptors() throws(TasksError) -> String? {
    let own = Self.openDescriptors + Self.loopDescriptors * System.coreCount + Self.spareDescriptors
    let (before, wanted) = (ProcessResources.descriptors, connections + own)
    guard wanted > before else { return nil }
    let allowed = ProcessResources.raiseDescriptors(to: wanted)
    guard wanted > allowed else { return "The limit of open files was raised from \(before) to \(allowed)." }
    guard allowed > own else {
      throw .exhausted(
        "The limit of open files is \(allowed); the server needs at least \(own + 1) here. Raise it (ulimit -n, LimitNOFILE=)."
      )
    }
    let (fitting, wished) = (allowed - own, connections)
    (connections, connectionsPerAddress) = (fitting, min(connectionsPerAddress, fitting))
    return
      "The limit of open files is \(allowed): there can be \(fitting) connections in place of \(wished). Raise it "
      + "(ulimit -n, LimitNOFILE=) or lower the number of connections."
  }

  private static var openDescriptors: Int {
    (0..<Int32(clamping: min(ProcessResources.descriptors, 65_536))).count { fcntl($0, F_GETFD) != -1 }
  }
}
