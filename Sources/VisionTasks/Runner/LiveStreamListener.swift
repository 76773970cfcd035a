import Foundation

/// The two ends of a live stream's callback, both held weakly: a delegate that has gone away gets no calls.
///
/// Sendable because the delegate is a constant and the task is set once, before the task is in anybody else's hands; what the
/// delegate does on the delivery queue is its own concern, as its protocol says.
final class LiveStreamListener<Task: AnyObject>: @unchecked Sendable {
  private weak var delegate: AnyObject?
  weak var task: Task?
  private let unheard: UnheardResults

  init(_ unheard: UnheardResults, _ delegate: AnyObject?) {
    self.unheard = unheard
    self.delegate = delegate
  }

  /// Calls `body` if both ends are still there.
  func tell<Listener>(_ body: (Listener, Task) -> Void) {
    guard let task else { return }
    guard let listener = delegate as? Listener else { return unheard.noteWithoutDelegate() }
    body(listener, task)
  }
}

/// What a delegate is told of one frame.
package struct LiveStreamAnswer<Output> {
  package let result: Output?
  package let timestamp: Int
  package let error: (any Error)?

  /// A failed frame has no result and, as in MediaPipe, no timestamp.
  package init(_ outcome: Result<Output, any Error>, _ timestamp: Int) {
    switch outcome {
    case .success(let result): (self.result, self.timestamp, error) = (result, timestamp, nil)
    case .failure(let failure): (result, self.timestamp, error) = (nil, Int.min, failure)
    }
  }
}
