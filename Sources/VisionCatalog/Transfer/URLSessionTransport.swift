#if canImport(Darwin)
  import Foundation
  import VisionCore

  /// Transfers by Foundation's `URLSession`.
  struct URLSessionTransport: HTTPTransport {
    func receive(_ url: URL, into file: PartFile, idleTimeout: TimeInterval) throws(TasksError) {
      var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: idleTimeout)
      request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
      if file.byteCount > 0 { request.setValue("bytes=\(file.byteCount)-", forHTTPHeaderField: "Range") }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.timeoutIntervalForRequest = idleTimeout
      configuration.timeoutIntervalForResource = Self.wholeTimeout
      let receiver = URLSessionReceiver(file)
      let session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
      session.dataTask(with: request).resume()
      receiver.finished.wait()
      session.finishTasksAndInvalidate()
      if let failure = receiver.failure { throw failure }
    }
  }
#endif
