import Foundation

/// Warns once on standard error that a live stream's delegate has no method that takes the results.
///
/// The delegates' methods are optional, so one with a wrong label compiles and is never called.
///
/// Sendable since what changes is touched under the lock only.
final class UnheardResultWarning: @unchecked Sendable {
  private let task: String
  private let method: String
  private let lock = NSLock()
  private var isGiven = false

  /// - Parameters:
  ///   - task: The task's name.
  ///   - method: The method that the delegate should have.
  init(task: String, method: String) {
    self.task = task
    self.method = method
  }

  /// Gives the warning, the first time.
  func give(about delegate: AnyObject) {
    let isFirst = lock.withLock {
      defer { isGiven = true }
      return !isGiven
    }
    guard isFirst else { return }
    let text =
      "\(task): the delegate (\(type(of: delegate))) gets no results: it has no method \(method). Check the labels of the "
      + "method that it has.\n"
    // Where standard error is closed there is no other place to say it.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
