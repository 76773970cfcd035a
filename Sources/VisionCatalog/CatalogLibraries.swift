import VisionCore

extension LibraryUse {
  /// The libraries that downloads load on first use; none on Apple's platforms, where the system has what they need.
  package static var downloads: [LibraryUse] {
    #if canImport(Darwin)
      []
    #else
      [
        LibraryUse("libcurl", for: "downloads") { _ = try SystemLibrary.curl.load() },
        LibraryUse("libcrypto", for: "checking downloads") { _ = try SystemLibrary.crypto.load() },
      ]
    #endif
  }
}

#if !canImport(Darwin)
  internal import CVisionDigest
  internal import CVisionDownload

  extension SystemLibrary {
    /// libcurl under its names in distributions; Debian and Ubuntu also have a GnuTLS build.
    static let curl = curl(names: ["libcurl.so.4", "libcurl-gnutls.so.4"])

    static func curl(names: [String]) -> SystemLibrary {
      SystemLibrary(
        names: names, need: "downloads need libcurl",
        remedy: "install the package libcurl4 (Debian, Ubuntu), libcurl (Fedora) or curl (Arch)",
        code: .failedPreconditionError
      ) { vision_curl_open($0, $1, $2) }
    }

    /// OpenSSL's libcrypto, version 3 or 1.1.
    static let crypto = crypto(names: ["libcrypto.so.3", "libcrypto.so.1.1"])

    static func crypto(names: [String]) -> SystemLibrary {
      SystemLibrary(
        names: names, need: "checking a file's SHA-256 needs OpenSSL's libcrypto",
        remedy: "install the package libssl3 (Debian, Ubuntu), openssl-libs (Fedora) or openssl (Arch)",
        code: .failedPreconditionError
      ) { vision_crypto_open($0, $1, $2) }
    }
  }
#endif
