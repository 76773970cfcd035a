#if canImport(CryptoKit)
  import CryptoKit
#else
  internal import CVisionDigest
#endif

/// Incremental SHA-256 (FIPS 180-4): CryptoKit on Apple's platforms, OpenSSL elsewhere, which libcurl loads anyway.
package final class SHA256Digest {
  #if canImport(CryptoKit)
    private var hasher = CryptoKit.SHA256()

    package init() throws(TasksError) {}
    package func update(_ bytes: UnsafeRawBufferPointer) throws(TasksError) { hasher.update(bufferPointer: bytes) }
    private func finish() throws(TasksError) -> [UInt8] { Array(hasher.finalize()) }
  #else
    private let crypto: OpaquePointer
    private let state: OpaquePointer

    package convenience init() throws(TasksError) { try self.init(library: .crypto) }

    init(library: SystemLibrary) throws(TasksError) {
      crypto = try library.load()
      guard let state = vision_digest_create(crypto) else { throw Self.failure }
      self.state = state
    }

    deinit { vision_digest_destroy(crypto, state) }

    package func update(_ bytes: UnsafeRawBufferPointer) throws(TasksError) {
      guard vision_digest_add(crypto, state, bytes.baseAddress, bytes.count) else { throw Self.failure }
    }

    private func finish() throws(TasksError) -> [UInt8] {
      var digest = [UInt8](repeating: 0, count: VisionDigestSize)
      guard vision_digest_finish(crypto, state, &digest) else { throw Self.failure }
      return digest
    }

    private static var failure: TasksError { TasksError.internalFailure("OpenSSL's libcrypto cannot compute SHA-256.") }
  #endif

  package func update(_ bytes: [UInt8]) throws(TasksError) {
    let result = bytes.withUnsafeBytes { bytes in Result { () throws(TasksError) in try update(bytes) } }
    try result.get()
  }

  /// The digest of all bytes, 64 lower-case hexadecimal digits; called once, at the end.
  package func hexadecimal() throws(TasksError) -> String {
    try finish().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
  }

  package static func hexadecimal(of bytes: some Sequence<UInt8>) throws(TasksError) -> String {
    let digest = try SHA256Digest()
    try digest.update(Array(bytes))
    return try digest.hexadecimal()
  }
}

#if !canImport(CryptoKit)
  extension SystemLibrary {
    static let crypto = SystemLibrary(
      names: ["libcrypto.so.3", "libcrypto.so.1.1"], need: "checking a file's SHA-256 needs OpenSSL's libcrypto",
      remedy: "install the package libssl3 (Debian, Ubuntu), openssl-libs (Fedora) or openssl (Arch)",
      code: .failedPreconditionError
    ) { vision_crypto_open($0, $1, $2) }
  }
#endif

package enum FileDigest {
  static func check(_ file: URL, against entry: CatalogEntry) throws(TasksError) {
    guard let size = size(of: file) else { throw TasksError.notFound("\(file.path) cannot be read.") }
    guard size == entry.byteCount else {
      throw TasksError(.dataLossError, "it has \(size) bytes, not the \(entry.byteCount) of \(entry.name)")
    }
    let digest = try sha256(of: file)
    guard digest == entry.sha256 else {
      throw TasksError(.dataLossError, "its SHA-256 is \(digest), not the \(entry.sha256) of \(entry.name)")
    }
  }

  package static func sha256(of file: URL) throws(TasksError) -> String {
    let digest = try SHA256Digest()
    do {
      try file.forEachPiece { piece in try piece.withUnsafeBytes { try digest.update($0) } }
    } catch {
      throw error as? TasksError ?? .notFound("\(file.path) cannot be read: \(error.localizedDescription)")
    }
    return try digest.hexadecimal()
  }

  /// The size of a regular file, or of the one that a link leads to; nil for anything else and for what cannot be read.
  static func size(of file: URL) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
    return attributes?[.type] as? FileAttributeType == .typeRegular ? attributes?[.size] as? Int : nil
  }
}
