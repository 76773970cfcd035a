import VisionErrors

/// Libraries of the system that are opened at run time.
enum SystemLibrary {
  /// Opens a library with a function in C that returns it, or nil after it wrote why.
  typealias Opener = (UnsafePointer<CChar>?, UnsafeMutablePointer<CChar>?, Int) -> OpaquePointer?

  /// The files that a library may be in, in the order of trial.
  static func candidates(linux: String, darwin: String) -> [String] {
    #if canImport(Darwin)
      // Homebrew's and MacPorts' folders are none of those that the system searches.
      return [darwin] + ["/opt/homebrew/lib/", "/usr/local/lib/", "/opt/local/lib/"].map { $0 + darwin }
    #else
      return [linux]
    #endif
  }

  /// Opens the first file that is there and the library.
  ///
  /// - Parameters:
  ///   - candidates: The files, in the order of trial.
  ///   - open: Opens one.
  ///   - message: Makes the error's message from the reasons why none could be opened.
  /// - Returns: The library, open for the life of the process.
  /// - Throws: `TasksError` with `notFoundError`.
  static func open(_ candidates: [String], _ open: Opener, orThrow message: (String) -> String) throws -> OpaquePointer
  {
    var reasons: [String] = []
    for file in candidates {
      var library: OpaquePointer?
      let reason = CFailure.reason {
        library = open(file, $0, $1)
        return library != nil
      }
      if let library { return library }
      reasons.append(reason ?? "unknown reason")
    }
    throw TasksError.notFound(message(reasons.joined(separator: "; ")))
  }
}
