#if !canImport(Darwin)
  internal import CVisionDownload

  /// Transfers by the system's libcurl, which verifies certificates with the system's store and follows `http_proxy`
  /// and its kin. AsyncHTTPClient would bring NIO and BoringSSL to every client of the package.
  struct CurlTransport: HTTPTransport {
    var library = SystemLibrary.curl

    func receive(_ url: URL, into file: PartFile, idleTimeout: TimeInterval) throws(TasksError) {
      let curl = try library.load()
      let receiver = CurlReceiver(file)
      var download = VisionDownload()
      download.firstByte = Int64(file.byteCount)
      download.idleSeconds = Self.wholeSeconds(idleTimeout)
      download.wholeSeconds = Self.wholeSeconds(Self.wholeTimeout)
      download.head = { CurlReceiver.behind($0)?.take(head: UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
      download.body = { CurlReceiver.behind($0)?.take(body: UnsafeRawBufferPointer(start: $1, count: $2)) ?? false }
      let reason = withExtendedLifetime(receiver) {
        url.absoluteString.withCString { address in
          download.address = address
          download.receiver = Unmanaged.passUnretained(receiver).toOpaque()
          return CFailure.reason { vision_curl_download(curl, &download, $0, $1) }
        }
      }
      try receiver.end(reason)
    }

    /// libcurl's timeouts are whole seconds, and 0 means no limit.
    private static func wholeSeconds(_ interval: TimeInterval) -> Int {
      Int(min(max(interval.rounded(.up), 1), wholeTimeout))
    }
  }

  /// Passes the data that libcurl receives to a file. Used on the transferring thread only.
  final class CurlReceiver {
    private let file: PartFile
    private var reader = HTTPHeadReader()
    private var hasBegun = false
    private var failure: TasksError?

    init(_ file: PartFile) { self.file = file }

    static func behind(_ pointer: UnsafeMutableRawPointer?) -> CurlReceiver? {
      pointer.map { Unmanaged<CurlReceiver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Processes a header line; false to abort the transfer.
    func take(head line: UnsafeRawBufferPointer) -> Bool {
      reader.add(String(decoding: line, as: UTF8.self))
      return !reader.isComplete || attempt { () throws(TasksError) in try begin() }
    }

    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
      attempt { () throws(TasksError) in
        try begin()
        try file.append(bytes)
      }
    }

    func end(_ reason: String?) throws(TasksError) {
      if let failure { throw failure }
      if let reason { throw TasksError(.unavailableError, reason) }
      try begin()
    }

    /// Passes the response to the file, once. A redirect without a location is a final response as well.
    private func begin() throws(TasksError) {
      if hasBegun { return }
      hasBegun = true
      try file.begin(reader.answer)
    }

    private func attempt(_ body: () throws(TasksError) -> Void) -> Bool {
      guard failure == nil else { return false }
      do { try body() } catch { failure = error }
      return failure == nil
    }
  }

  extension SystemLibrary {
    /// libcurl under its names in distributions; Debian and Ubuntu also have a GnuTLS build.
    static let curl = SystemLibrary(
      names: ["libcurl.so.4", "libcurl-gnutls.so.4"], need: "downloads need libcurl",
      remedy: "install the package libcurl4 (Debian, Ubuntu), libcurl (Fedora) or curl (Arch)",
      code: .failedPreconditionError
    ) { vision_curl_open($0, $1, $2) }
  }
#endif
