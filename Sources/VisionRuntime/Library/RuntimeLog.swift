import Foundation

/// What LiteRT itself may write to standard error.
package enum RuntimeLog {
  /// LiteRT's log severities.
  enum Severity: Int64 {
    case info = 1
    case silent = 4
  }

  /// Set to any value, lets LiteRT log from its INFO lines up; read once, when the library is opened.
  package static let environmentVariable = "VISION_LITERT_LOG"

  static var minimumSeverity: Severity {
    ProcessInfo.processInfo.environment[environmentVariable] == nil ? .silent : .info
  }

  /// Runs `body` with standard error pointed at the null device.
  ///
  /// LiteRT prints one line of its own when the first model of a process is compiled and offers no switch for it. The
  /// redirection hits the whole process, so only a program that owns its standard error, such as the command, may ask
  /// for it.
  static func withoutStandardError<Result>(_ body: () throws -> Result) rethrows -> Result {
    fflush(nil)
    let saved = dup(STDERR_FILENO)
    let null = open("/dev/null", O_WRONLY)
    guard saved >= 0, null >= 0 else { return try body() }
    dup2(null, STDERR_FILENO)
    close(null)
    defer {
      dup2(saved, STDERR_FILENO)
      close(saved)
    }
    return try body()
  }
}
