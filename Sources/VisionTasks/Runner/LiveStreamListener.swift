import Foundation
import VisionCore

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

/// The delegate of a live stream. It and the task are held weakly, so a released delegate gets no calls.
///
/// Counts the results that no delegate received. The delegates' methods are optional, so a delegate with a misspelled
/// argument label compiles and is never called: the first such result writes a warning to standard error.
///
/// `@unchecked Sendable` is safe because `delegate` is never reassigned and `task` is set once, before the task is
/// shared. The delegate is called on the delivery queue, as its protocol documents.
final class LiveStreamListener<Output: TaskResult>: @unchecked Sendable {
  private weak var delegate: AnyObject?
  weak var task: VisionTask<Output>?
  private let names: TaskDescriptor.SwiftNames
  private let state = Locked((unheard: 0, isWarned: false))

  /// - Parameters:
  ///   - delegate: The delegate; nil in the other modes.
  ///   - names: The names of the task and its delegate's method, for the warning.
  init(_ delegate: AnyObject?, _ names: TaskDescriptor.SwiftNames) {
    self.delegate = delegate
    self.names = names
  }

  /// Calls the delegate's method if the delegate and the task still exist.
  func notify(_ answer: LiveStreamAnswer<Output>) {
    guard let task else { return }
    // No mistake, so no warning: the delegate may have been released first.
    guard let delegate else { return state.withLock { $0.unheard += 1 } }
    task.deliver(answer, to: delegate)
  }

  /// The number of results that no delegate received.
  var unheardCount: Int { state.withLock { $0.unheard } }

  /// Counts a result whose delegate does not implement the method, and warns the first time.
  func countResult(withoutMethodIn delegate: AnyObject) {
    let isFirst = state.withLock { state in
      state.unheard += 1
      defer { state.isWarned = true }
      return !state.isWarned
    }
    guard isFirst else { return }
    let text =
      "\(names.type): the delegate (\(type(of: delegate))) gets no results: it has no method \(names.delegateMethod). "
      + "Check the labels of the method that it has.\n"
    // A closed standard error leaves no other place for the warning.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
