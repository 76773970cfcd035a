internal import CLiteRT
internal import CVisionLoader
import Foundation
import VisionCore

/// LiteRT's shared library, opened once a process, with the one environment that all models share.
/// Sendable because the function table and the environment are written once, before anybody else sees them.
package final class RuntimeLibrary: @unchecked Sendable {
  package let path: String
  let functions: LiteRtFunctions
  let environment: LiteRtEnvironment

  /// Opens the first library that the search order finds. A failure is not kept: after `scripts/setup` has run, the
  /// next call succeeds. Throws `notFoundError` without a library, `failedPreconditionError` for one that cannot be
  /// used.
  package static func shared() throws -> RuntimeLibrary {
    try opened.withLock { opened in
      if let opened { return opened }
      let library = try RuntimeLibraryLocation.open(RuntimeLibraryLocation.candidates())
      opened = library
      return library
    }
  }

  private static let opened = Locked<RuntimeLibrary?>(nil)

  init(path: String) throws {
    var table = LiteRtFunctions()
    if let reason = CFailure.reason({ vision_litert_open(path, &table, $0, $1) }) {
      throw TasksError(
        .failedPreconditionError,
        "The LiteRT library at \(path) cannot be used: \(reason). Run scripts/setup to install the one this package needs."
      )
    }
    (self.path, functions) = (path, table)
    // No probing for accelerators, and no log lines unless asked for.
    let (integerType, autoRegisterAccelerators, minimumLogSeverity): (Int32, Int32, Int32) = (2, 24, 25)
    let options = [(autoRegisterAccelerators, 1), (minimumLogSeverity, RuntimeLog.minimumSeverity)].map {
      LiteRtEnvOption(tag: $0, value: LiteRtAny(type: integerType, value: .init(integer: $1)))
    }
    environment = try RuntimeStatus.handle("making LiteRT's environment") {
      table.CreateEnvironment(Int32(options.count), options, &$0)
    }
  }
}

enum RuntimeLibraryLocation {
  static let environmentVariable = "VISION_LITERT_LIBRARY"

  static var fileName: String {
    #if os(macOS) || os(iOS)
      "libLiteRt.dylib"
    #else
      "libLiteRt.so"
    #endif
  }

  /// The paths to try, in order: the environment variable alone if it is set; else beside the shared library that has
  /// this code, beside the executable, the project's cache folder (where `scripts/setup` puts the library), and the
  /// system's folders.
  static func candidates(
    environment: [String: String] = ProcessInfo.processInfo.environment, executable: URL? = ownExecutable,
    library: URL? = ownLibrary
  ) -> [String] {
    if let path = environment[environmentVariable], !path.isEmpty { return [path] }
    let own = [library, executable?.resolvingSymlinksInPath()].compactMap { $0?.deletingLastPathComponent().path }
    let cache = PackageCache.libraries(environment: environment).path
    let folders = own + [cache, "/usr/local/lib", "/usr/lib", "/opt/homebrew/lib"]
    return folders.map { $0 + "/" + fileName }
  }

  /// The shared library that has this code, without symbolic links; nil in an executable, whose name may lack its
  /// folder.
  static var ownLibrary: URL? {
    guard let name = vision_library_own_file().map({ String(cString: $0) }), name.hasPrefix("/"),
      name.contains(".so") || name.hasSuffix(".dylib")
    else { return nil }
    return URL(literalPath: name).resolvingSymlinksInPath()
  }

  /// The program's file. On Linux not by `Bundle.main`, which looks for a bundle's folders and needs more memory.
  private static var ownExecutable: URL? {
    #if os(Linux)
      // Without /proc there is one folder less to look in.
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")).map { URL(literalPath: $0) }
    #else
      Bundle.main.executableURL
    #endif
  }

  /// Opens the first of the files that exists, if `LibraryTrust` allows it.
  static func open(_ candidates: [String]) throws -> RuntimeLibrary {
    guard let path = candidates.first(where: { FileManager.default.fileExists(atPath: $0) }) else {
      throw TasksError.notFound(
        "The LiteRT library was not found; run scripts/setup to install it, or name it in \(environmentVariable). "
          + "Looked for: \(candidates.joined(separator: ", ")).")
    }
    return try RuntimeLibrary(path: LibraryTrust(code: ownLibrary?.path).check(path))
  }
}

/// LiteRT's status codes as errors; the library exports no texts of its own.
enum RuntimeStatus {
  /// Throws when `status` is not 0. `action` completes "LiteRT failed at …".
  static func check(_ status: Int32, _ action: @autoclosure () -> String) throws {
    guard status != 0 else { return }
    let (code, text) = meaning(of: status)
    throw TasksError(code, "LiteRT failed at \(action()): \(text) (status \(status)).")
  }

  static func handle<Handle>(
    _ action: @autoclosure () -> String, _ call: (inout Handle?) -> LiteRtStatus
  ) throws -> Handle {
    var handle: Handle?
    try check(call(&handle), action())
    guard let handle else { throw TasksError.internalFailure("LiteRT returned nothing at \(action()).") }
    return handle
  }

  private static func meaning(of status: Int32) -> (code: TasksErrorCode, text: String) {
    switch status {
    case 1: (.invalidArgumentError, "invalid argument")
    case 2: (.resourceExhaustedError, "out of memory")
    case 3: (.internalError, "failure at run time")
    case 4: (.internalError, "an input is missing")
    case 5: (.unimplementedError, "not supported")
    case 6: (.notFoundError, "not found")
    case 7: (.internalError, "timed out")
    case 8: (.internalError, "wrong version")
    case 10: (.internalError, "exists already")
    case 100: (.cancelledError, "cancelled")
    case 500: (.internalError, "file cannot be read")
    case 501: (.invalidArgumentError, "the model is not a valid flatbuffer")
    case 502: (.internalError, "a library cannot be loaded")
    case 504: (.internalError, "the model cannot be compiled")
    case 1000: (.internalError, "index out of bounds")
    case 1001...1003: (.internalError, "invalid graph")
    case 5000, 5001: (.internalError, "shapes cannot be inferred")
    default: (.internalError, "unknown failure")
    }
  }
}
