#if !canImport(Darwin)
  internal import CVisionDigest
  internal import CVisionDownload
  import Foundation
  import VisionErrors

  /// A library of the system, loaded when it is first needed and not before.
  ///
  /// `@unchecked Sendable` is safe because the lock guards the only property that changes.
  final class SystemLibrary: @unchecked Sendable {
    /// Opens a file and looks up its functions; nil, with the reason in the memory, where it is another library.
    typealias Opening =
      @Sendable (
        _ file: String, _ reason: UnsafeMutablePointer<CChar>?, _ capacity: Int
      ) -> OpaquePointer?

    private let need: String
    private let remedy: String
    private let names: [String]
    private let open: Opening
    private let lock = NSLock()
    private var handle: OpaquePointer?

    /// - Parameters:
    ///   - names: Files to try one after the other, as the system's loader knows them.
    ///   - need: What needs which library: "downloads need libcurl".
    ///   - remedy: What to install.
    ///   - open: Opens one of the files.
    init(names: [String], need: String, remedy: String, open: @escaping Opening) {
      self.names = names
      self.need = need
      self.remedy = remedy
      self.open = open
    }

    /// Loads the library, once; cheap to call again, from any thread.
    ///
    /// A failure is not kept: after the library was installed, the next call succeeds.
    ///
    /// - Throws: `TasksError` with `failedPreconditionError` when none of the files is there and the right library.
    func load() throws(TasksError) -> OpaquePointer {
      lock.lock()
      defer { lock.unlock() }
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
        .failedPreconditionError,
        "\(need), which cannot be loaded (\(reasons.joined(separator: "; "))); \(remedy), or run scripts/setup")
    }
  }

  extension SystemLibrary {
    /// libcurl, under the names that distributions give it; Debian and Ubuntu have a second one, which encrypts by GnuTLS.
    static let curl = curl(names: ["libcurl.so.4", "libcurl-gnutls.so.4"])

    static func curl(names: [String]) -> SystemLibrary {
      SystemLibrary(
        names: names, need: "downloads need libcurl",
        remedy: "install the package libcurl4 (Debian, Ubuntu), libcurl (Fedora) or curl (Arch)"
      ) { vision_curl_open($0, $1, $2) }
    }

    /// OpenSSL's libcrypto, of versions 3 and 1.1.
    static let crypto = crypto(names: ["libcrypto.so.3", "libcrypto.so.1.1"])

    static func crypto(names: [String]) -> SystemLibrary {
      SystemLibrary(
        names: names, need: "checking a file's SHA-256 needs OpenSSL's libcrypto",
        remedy: "install the package libssl3 (Debian, Ubuntu), openssl-libs (Fedora) or openssl (Arch)"
      ) { vision_crypto_open($0, $1, $2) }
    }
  }
#endif
