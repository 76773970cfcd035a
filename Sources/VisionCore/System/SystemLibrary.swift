import Foundation

/// Failures of functions in C that return false after they wrote why into memory they were given.
package enum CFailure {
  /// Returns the reason; nil where the function returned true.
  package static func reason(_ body: (UnsafeMutablePointer<CChar>?, Int) -> Bool) -> String? {
    var message = [CChar](repeating: 0, count: 1024)
    let isDone = message.withUnsafeMutableBufferPointer { body($0.baseAddress, $0.count) }
    guard !isDone else { return nil }
    return String(decoding: message.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// What a library of the system is for, and whether it can be loaded; `vision doctor` shows it.
package struct LibraryUse: Sendable {
  /// Such as "libheif".
  package let name: String
  /// Such as "HEIC and AVIF images".
  package let use: String
  /// Throws an error that names the package to install.
  package let load: @Sendable () throws -> Void

  package init(_ name: String, for use: String, load: @escaping @Sendable () throws -> Void) {
    (self.name, self.use, self.load) = (name, use, load)
  }
}

/// A library of the system, loaded when it is first needed and not before.
package final class SystemLibrary: Sendable {
  /// Opens a file and looks up its functions; nil, with the reason in the memory, for a missing or another library.
  package typealias Opening =
    @Sendable (_ file: UnsafePointer<CChar>?, _ reason: UnsafeMutablePointer<CChar>?, _ capacity: Int) -> OpaquePointer?

  private let names: [String]
  private let need, remedy: String
  private let code: TasksErrorCode
  private let open: Opening
  private let handle = Locked<OpaquePointer?>(nil)

  /// `names` are files to try one after the other, `need` is what needs which library ("downloads need libcurl"),
  /// `remedy` what to install, `code` that of the error when no file can be loaded.
  package init(names: [String], need: String, remedy: String, code: TasksErrorCode, open: @escaping Opening) {
    (self.names, self.need, self.remedy, self.code, self.open) = (names, need, remedy, code, open)
  }

  /// The same library in other files, for tests.
  package func named(_ names: String...) -> SystemLibrary {
    SystemLibrary(names: names, need: need, remedy: remedy, code: code, open: open)
  }

  /// The files that a library may be in, in the order of trial.
  package static func candidates(linux: String, darwin: String) -> [String] {
    #if canImport(Darwin)
      // Homebrew's and MacPorts' folders are none of those that the system searches.
      return [darwin] + ["/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"].map { $0 + darwin }
    #else
      return [linux]
    #endif
  }

  /// Loads the library, once; cheap to call again, from any thread. A failure is not kept: after the library was
  /// installed, the next call succeeds. The functions are valid for the life of the process.
  package func load() throws(TasksError) -> OpaquePointer {
    try handle.withLock { (handle) throws(TasksError) in
      if let handle { return handle }
      var reasons: [String] = []
      for name in names {
        let reason = CFailure.reason {
          handle = open(name, $0, $1)
          return handle != nil
        }
        if let handle { return handle }
        reasons.append(reason ?? "unknown reason")
      }
      throw TasksError(
        code, "\(need), which cannot be loaded (\(reasons.joined(separator: "; "))); \(remedy), or run scripts/setup.")
    }
  }
}
