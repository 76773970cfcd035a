internal import CVisionSandbox
import Foundation
import VisionCore

/// A worker's process and the socket to it. Calls come from one thread at a time, except `kill`.
final class WorkerChannel: Sendable {
  /// `unreadable` is an answer that is too long or none of the protocol's.
  enum Failure: Error { case closed, late, unreadable }

  private static let pieceLength = 65_536
  /// Maximum time that a process takes to exit after it closed its output, in milliseconds.
  private static let exitTimeout = 2000

  private let descriptor: Int32
  /// The process ID; nil once it has been waited for, when the system may reuse the ID.
  private let process: Locked<Int32?>
  private let received = Locked(Data())

  init(executable: String, arguments: [String]) throws(TasksError) {
    var child = VisionChild()
    var words = ([executable] + arguments).map { strdup($0) } + [nil]
    var variables = WorkerHost.environment().map { strdup($0) } + [nil]
    defer { for text in words + variables { free(text) } }
    let reason = CFailure.reason { message, capacity in
      words.withUnsafeMutableBufferPointer { words in
        variables.withUnsafeMutableBufferPointer { variables in
          guard let words = words.baseAddress, let variables = variables.baseAddress else { return false }
          return vision_child_start(executable, words, variables, &child, message, capacity)
        }
      }
    }
    if let reason { throw TasksError(.unavailableError, "The worker \(executable) cannot be started: \(reason).") }
    process = Locked(child.process)
    descriptor = child.descriptor
  }

  deinit {
    _ = end(expectsExit: false)
    close(descriptor)
  }

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
        throw .closed
      }
    }
  }

  func line(limit: Int, until deadline: ContinuousClock.Instant) throws(Failure) -> Data {
    try received.withLock { (received) throws(Failure) in
      var searched = 0
      while true {
        if let end = received[(received.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
          defer { received = Data(received[(end + 1)...]) }
          return received[..<end]
        }
        searched = received.count
        guard received.count <= limit else { throw .unreadable }
        try wait(for: Int16(POLLIN), until: deadline)
        var piece = [UInt8](repeating: 0, count: Self.pieceLength)
        let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
        if count > 0 {
          received.append(contentsOf: piece[..<count])
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
          throw .closed
        }
      }
    }
  }

  private func wait(for events: Int16, until deadline: ContinuousClock.Instant) throws(Failure) {
    let left = (deadline - .now) / .milliseconds(1)
    guard left > 0 else { throw .late }
    var wanted = pollfd(fd: descriptor, events: events, revents: 0)
    // The end of the process is an event, too; the next call on the socket reports it.
    _ = poll(&wanted, 1, Int32(min(left.rounded(.up), 60_000)))
  }

  func kill() { process.withLock { if let process = $0 { _ = Foundation.kill(process, SIGKILL) } } }

  /// Reaps the process. One that is expected to exit is waited for, to learn its status; another one is killed at once.
  func end(expectsExit: Bool) -> WorkerEnd {
    process.withLock { process in
      guard let number = process else { return .exited(-1) }
      var value: Int32 = 0
      var state = vision_child_state(number, false, &value)
      var remaining = expectsExit ? Self.exitTimeout : 0
      while state == VisionChildRuns, remaining > 0 {
        usleep(1000)
        remaining -= 1
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

enum WorkerEnd: Hashable, Sendable {
  case exited(Int32)
  case signalled(Int32)
  case late(seconds: Double)
  case invalidAnswer

  func error(model name: String, limits: WorkerLimits) -> TasksError {
    let model = "\"\(name)\""
    let memory = "\(limits.memoryMegabytes) MB of memory"
    switch self {
    case .signalled(SIGXCPU):
      return TasksError.exhausted(
        "\(model) used more than \(limits.processorSeconds) seconds of processor time; its process was ended.")
    case .signalled(let number):
      // A refused allocation ends a process by one of several signals, so the message names memory for all of them.
      return TasksError(
        .abortedError,
        "\(model) ended its process by signal \(number) (\(String(cString: strsignal(number)))): it is damaged, made for another "
          + "purpose, or needs more than \(memory).")
    case .exited(let status):
      return TasksError(
        .abortedError,
        "\(model) ended its process with status \(status): it is damaged, made for another purpose, or needs more than \(memory)."
      )
    case .late(let seconds):
      return TasksError(
        .deadlineExceededError,
        "\(model) took longer than \(seconds.plainText) seconds for an answer; its process was ended.")
    case .invalidAnswer:
      return TasksError(.internalError, "\(model)'s process gave an answer that cannot be read; it was ended.")
    }
  }
}
