import Foundation

/// Standard error, where a closed one is no error: there is no other place to report it.
package enum StandardError {
  package static let isTerminal =
    isatty(STDERR_FILENO) == 1 && redraws(terminal: ProcessInfo.processInfo.environment["TERM"])

  /// Whether a terminal of this type redraws lines: not `dumb` ones, such as those in editors, and not those without a
  /// type.
  package static func redraws(terminal type: String?) -> Bool { type.map { !["", "dumb"].contains($0) } ?? false }

  /// Writes a message. Control characters but line breaks are escaped, so that names of files cannot change a terminal.
  package static func print(_ message: String) {
    let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
    write(lines.map { String($0).escapingControlCharacters }.joined(separator: "\n") + "\n")
  }

  /// Writes a message about a file as one line, whose name may have line breaks.
  package static func printLine(_ message: String) { print(message.escapingControlCharacters) }

  package static func write(_ text: String) { write(Data(text.utf8)) }

  package static func write(_ bytes: Data) { try? FileHandle.standardError.write(contentsOf: bytes) }
}

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
