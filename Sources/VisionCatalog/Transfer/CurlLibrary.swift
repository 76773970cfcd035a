#if !canImport(Darwin)
  import CVisionDownload
  import Foundation
  import VisionErrors

  /// The system's libcurl, loaded by the first download and not before.
  ///
  /// `@unchecked Sendable` is safe because the lock guards the only property that changes.
  final class CurlLibrary: @unchecked Sendable {
    /// Under the names that distributions give it; Debian and Ubuntu have a second one, which encrypts by GnuTLS.
    static let system = CurlLibrary(names: ["libcurl.so.4", "libcurl-gnutls.so.4"])

    private let names: [String]
    private let lock = NSLock()
    private var curl: OpaquePointer?

    /// - Parameter names: Files to try one after the other, as the system's loader knows them.
    init(names: [String]) { self.names = names }

    /// Loads the library, once; cheap to call again, from any thread.
    ///
    /// A failure is not kept: after libcurl was installed, the next call succeeds.
    ///
    /// - Throws: `TasksError` with `failedPreconditionError` when none of the files is there and libcurl.
    func load() throws(TasksError) -> OpaquePointer {
      lock.lock()
      defer { lock.unlock() }
      if let curl { return curl }
      var reasons: [String] = []
      for name in names {
        let reason = CFailure.reason {
          curl = vision_curl_open(name, $0, $1)
          return curl != nil
        }
        if let curl { return curl }
        reasons.append(reason ?? "unknown reason")
      }
      throw TasksError(
        .failedPreconditionError,
        "downloads need libcurl, which cannot be loaded (\(reasons.joined(separator: "; "))); install the package libcurl4 "
          + "(Debian, Ubuntu), libcurl (Fedora) or curl (Arch), or run scripts/setup")
    }
  }
#endif
