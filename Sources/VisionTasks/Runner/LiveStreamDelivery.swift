import Foundation
import VisionCore

/// The delegate and the task of a live stream. Both are held weakly, so a released delegate gets no calls.
///
/// `@unchecked Sendable` is safe because `delegate` is never reassigned and `task` is set once, before the task is
/// shared. The delegate is called on the delivery queue, as its protocol documents.
final class LiveStreamListener<Task: AnyObject>: @unchecked Sendable {
  private weak var delegate: AnyObject?
  weak var task: Task?
  private let unheard: UnheardResults

  init(_ unheard: UnheardResults, _ delegate: AnyObject?) {
    self.unheard = unheard
    self.delegate = delegate
  }

  /// Calls `body` if the delegate and the task still exist.
  func notify<Listener>(_ body: (Listener, Task) -> Void) {
    guard let task else { return }
    guard let listener = delegate as? Listener else { return unheard.noteWithoutDelegate() }
    body(listener, task)
  }
}

/// The arguments of a delegate's call for one frame.
package struct LiveStreamAnswer<Output> {
  package let result: Output?
  package let timestamp: Int
  package let error: (any Error)?

  /// A failed frame has no result and, as in MediaPipe, `Int.min` as its timestamp.
  package init(_ outcome: Result<Output, any Error>, _ timestamp: Int) {
    switch outcome {
    case .success(let result): (self.result, self.timestamp, error) = (result, timestamp, nil)
    case .failure(let failure): (result, self.timestamp, error) = (nil, Int.min, failure)
    }
  }
}

/// Counts live-stream results that no delegate received, and warns once on standard error about a delegate without the
/// method.
///
/// The delegates' methods are optional, so a delegate with a misspelled argument label compiles and is never called.
final class UnheardResults: Sendable {
  private struct State {
    var count = 0
    var isWarned = false
  }

  private let task: String
  private let method: String
  private let state = Locked(State())

  /// - Parameters:
  ///   - task: The task's name, for the warning.
  ///   - method: The method that the delegate should implement.
  init(task: String, method: String) {
    self.task = task
    self.method = method
  }

  /// The number of results that no delegate received.
  var count: Int { state.withLock { $0.count } }

  /// Counts a result without a delegate. This is no mistake: the delegate may have been released first.
  func noteWithoutDelegate() { state.withLock { $0.count += 1 } }

  /// Counts a result whose delegate does not implement the method, and warns the first time.
  func note(for delegate: AnyObject) {
    let isFirst = state.withLock { state in
      state.count += 1
      defer { state.isWarned = true }
      return !state.isWarned
    }
    guard isFirst else { return }
    let text =
      "\(task): the delegate (\(type(of: delegate))) gets no results: it has no method \(method). Check the labels of the "
      + "method that it has.\n"
    // A closed standard error leaves no other place for the warning.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
