import Foundation

/// Counts the results of live streams that no delegate took, and warns once on standard error of a delegate without the method.
///
/// The delegates' methods are optional, so one with a wrong label compiles and is never called.
///
/// Sendable since what changes is touched under the lock only.
final class UnheardResults: @unchecked Sendable {
  private let task: String
  private let method: String
  private let lock = NSLock()
  private var total = 0
  private var isWarned = false

  /// - Parameters:
  ///   - task: The task's name.
  ///   - method: The method that the delegate should have.
  init(task: String, method: String) {
    self.task = task
    self.method = method
  }

  /// How many results no delegate took.
  var count: Int { lock.withLock { total } }

  /// Counts a result for which there is no delegate, which is no mistake: its owner may have gone first.
  func noteWithoutDelegate() { lock.withLock { total += 1 } }

  /// Counts a result that a delegate does not take, and warns the first time.
  func note(for delegate: AnyObject) {
    let isFirst = lock.withLock {
      total += 1
      defer { isWarned = true }
      return !isWarned
    }
    guard isFirst else { return }
    let text =
      "\(task): the delegate (\(type(of: delegate))) gets no results: it has no method \(method). Check the labels of the "
      + "method that it has.\n"
    // Where standard error is closed there is no other place to say it.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
