internal import CVisionSandbox
import Foundation
import VisionErrors

/// A worker's process and the socket to it. Calls block up to their deadline and come from one thread at a time; `kill` from any.
// Safe to share: what changes is touched by the one caller at a time only, but for the process's number, which the lock guards.
final class WorkerChannel: @unchecked Sendable {
  /// Why nothing more comes.
  enum Failure: Error {
    /// The process closed its side, or ended.
    case gone
    case late
    case tooLong
  }

  private static let pieceLength = 65_536
  /// How long a process that closed its output may take to end, in milliseconds.
  private static let patience = 2000

  private let descriptor: Int32
  private let lock = NSLock()
  /// Nil once it has been waited for, when the number may be another process's.
  private var process: Int32?
  private var rest = Data()

  /// Starts the process.
  ///
  /// - Throws: `TasksError` with `unavailableError` when it cannot be started.
  init(executable: String, arguments: [String]) throws(TasksError) {
    var child = VisionChild()
    var words = ([executable] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let reason = CFailure.reason { message, capacity in
      words.withUnsafeMutableBufferPointer { words in
        guard let base = words.baseAddress else { return false }
        return vision_child_start(executable, base, &child, message, capacity)
      }
    }
    if let reason {
      throw TasksError(.unavailableError, "The worker \(executable) cannot be started: \(reason).")
    }
    process = child.process
    descriptor = child.descriptor
  }

  deinit {
    _ = end(expectsExit: false)
    close(descriptor)
  }

  /// Sends bytes.
  func send(_ bytes: UnsafeRawBufferPointer, until deadline: ContinuousClock.Instant) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let left = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count = vision_child_send(descriptor, left.baseAddress, left.count)
      if count >= 0 {
        done += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: Int16(POLLOUT), until: deadline)
      } else if errno != EINTR {
        throw .gone
      }
    }
  }

  /// Reads the next line, without its line end.
  func line(limit: Int, until deadline: ContinuousClock.Instant) throws(Failure) -> Data {
    var searched = 0
    while true {
      if let end = rest[(rest.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest = Data(rest[(end + 1)...]) }
        return rest[..<end]
      }
      searched = rest.count
      guard rest.count <= limit else { throw .tooLong }
      try wait(for: Int16(POLLIN), until: deadline)
      var piece = [UInt8](repeating: 0, count: Self.pieceLength)
      let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
      if count > 0 {
        rest.append(contentsOf: piece[..<count])
      } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
        throw .gone
      }
    }
  }

  private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws(Failure) {
    let left = (deadline - .now) / .milliseconds(1)
    guard left > 0 else { throw .late }
    var wanted = pollfd(fd: descriptor, events: events, revents: 0)
    // A process that ends is an event, too: the next call says so.
    _ = poll(&wanted, 1, Int32(min(left.rounded(.up), 60_000)))
  }

  /// Ends the process at once; whoever waits for it notices.
  func kill() {
    lock.withLock { if let process { _ = Foundation.kill(process, SIGKILL) } }
  }

  /// Waits for the end of the process, so that nothing of it is left.
  ///
  /// - Parameter expectsExit: Whether it is about to end by itself, so that it is known how; else it is killed at once.
  /// - Returns: How it ended.
  func end(expectsExit: Bool) -> WorkerEnd {
    lock.withLock {
      guard let number = process else { return .exited(-1) }
      var value: Int32 = 0
      var state = vision_child_state(number, false, &value)
      var patience = expectsExit ? Self.patience : 0
      while state == VisionChildRuns, patience > 0 {
        usleep(1000)
        patience -= 1
        state = vision_child_state(number, false, &value)
      }
      if state == VisionChildRuns {
        _ = Foundation.kill(number, SIGKILL)
        state = vision_child_state(number, true, &value)
      }
      process = nil
      return state == VisionChildSignalled ? .signalled(value) : .exited(value)
    }
  }
}
