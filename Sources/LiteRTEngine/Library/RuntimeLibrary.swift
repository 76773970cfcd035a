internal import CLiteRT
import VisionCore

/// LiteRT's shared library, opened once a process, with the one environment that all models share.
///
/// Sendable because the function table and the environment are written once, before anybody else sees them.
package final class RuntimeLibrary: @unchecked Sendable {
  /// The file that was opened.
  package let path: String
  let functions: LiteRtFunctions
  let environment: LiteRtEnvironment

  /// Opens the first library that the search order finds.
  ///
  /// A failure is not kept: after `scripts/setup` has run, the next call succeeds.
  ///
  /// - Throws: `TasksError` with `notFoundError` when there is no library, `failedPreconditionError` when there is one
  ///   that cannot be used.
  package static func shared() throws -> RuntimeLibrary {
    try opened.withLock { opened in
      if let opened { return opened }
      let library = try RuntimeLibraryLocation.open(RuntimeLibraryLocation.candidates())
      opened = library
      return library
    }
  }

  private static let opened = Locked<RuntimeLibrary?>(nil)

  /// Opens the library at `path`.
  init(path: String) throws {
    var table = LiteRtFunctions()
    if let reason = CFailure.reason({ vision_litert_open(path, &table, $0, $1) }) {
      throw TasksError(
        .failedPreconditionError,
        "The LiteRT library at \(path) cannot be used: \(reason). Run scripts/setup to install the one this package needs."
      )
    }
    self.path = path
    self.functions = table
    self.environment = try Self.makeEnvironment(table)
  }

  /// Makes the process's environment: no probing for accelerators, and no log lines unless asked for.
  private static func makeEnvironment(_ table: LiteRtFunctions) throws -> LiteRtEnvironment {
    let integerType: Int32 = 2
    let autoRegisterAccelerators: Int32 = 24
    let minimumLogSeverity: Int32 = 25
    let options = [
      LiteRtEnvOption(tag: autoRegisterAccelerators, value: LiteRtAny(type: integerType, value: .init(integer: 1))),
      LiteRtEnvOption(
        tag: minimumLogSeverity,
        value: LiteRtAny(type: integerType, value: .init(integer: RuntimeLog.minimumSeverity.rawValue))),
    ]
    var environment: LiteRtEnvironment?
    try RuntimeStatus.check(
      table.CreateEnvironment(Int32(options.count), options, &environment), "making LiteRT's environment")
    return try RuntimeStatus.unwrap(environment, "making LiteRT's environment")
  }
}
