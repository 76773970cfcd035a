import Foundation
import VisionCore

/// What LiteRT itself may write to standard error.
package enum RuntimeLog {
  /// Set to any value, lets LiteRT log from its INFO lines up; read once, when the library is opened.
  static let environmentVariable = "VISION_LITERT_LOG"

  /// 1 for INFO lines and above, 4 for none.
  static var minimumSeverity: Int64 { ProcessInfo.processInfo.environment[environmentVariable] == nil ? 4 : 1 }

  /// The null device, open from the first use on. A process that may not open files for writing later asks for it
  /// before.
  @discardableResult
  package static func openNullDevice() -> Int32 { nullDevice }

  private static let nullDevice = open("/dev/null", O_WRONLY | O_CLOEXEC)

  /// Runs `body` with standard error pointed at the null device.
  /// LiteRT prints one line of its own when the first model of a process is compiled and offers no switch for it. The
  /// redirection hits the whole process, so only a program that owns its standard error, such as the command, may ask
  /// for it.
  static func withoutStandardError<Result>(_ body: () throws -> Result) rethrows -> Result {
    fflush(nil)
    let saved = nullDevice >= 0 ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0) : -1
    guard saved >= 0 else { return try body() }
    dup2(nullDevice, STDERR_FILENO)
    defer {
      dup2(saved, STDERR_FILENO)
      close(saved)
    }
    return try body()
  }
}

/// Lets one compilation in at a time, and hides LiteRT's notice at the first one where that was asked for.
package final class CompilationGate: Sendable {
  package static let shared = CompilationGate()
  private let state = Locked((hidesNotice: false, hasCompiled: false))

  /// Hides the line that LiteRT prints at the first compilation by pointing the process's standard error at the null
  /// device meanwhile. For programs that own their standard error.
  package func hideFirstNotice() { state.withLock { $0.hidesNotice = true } }

  func enter<Result>(_ body: () throws -> Result) rethrows -> Result {
    try state.withLock { state in
      defer { state.hasCompiled = true }
      return try state.hidesNotice && !state.hasCompiled ? RuntimeLog.withoutStandardError(body) : body()
    }
  }
}
