/// Where warnings go that no call returns: standard error, unless a program collects them. Each is given once.
package final class WarningSink: Sendable {
  @TaskLocal package static var current = WarningSink { StandardError.write($0 + "\n") }

  private let given = Locked<Set<String>>([])
  private let write: @Sendable (String) -> Void

  package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  package func give(_ text: String) {
    guard given.withLock({ $0.insert(text).inserted }) else { return }
    write(text)
  }

  /// Collects the warnings of work on this thread.
  package func collect<Value>(during work: () throws -> Value) rethrows -> Value {
    try Self.$current.withValue(self, operation: work)
  }
}
