#if !canImport(Darwin)
  internal import CVisionDownload
  import Foundation
  import VisionCore

  /// Transfers by the system's libcurl.
  ///
  /// libcurl verifies certificates with the system's store and follows `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`.
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
#endif
