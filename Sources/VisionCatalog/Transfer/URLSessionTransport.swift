#if canImport(Darwin)

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

  /// `@unchecked Sendable` is safe because the properties are accessed on the session's serial queue only, and by the
  /// transport before the task starts and after the semaphore was signalled.
  final class URLSessionReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    let finished = DispatchSemaphore(value: 0)
    /// The first failure; a task cancelled because of it reports another one at its end.
    private(set) var failure: TasksError?
    private let file: PartFile

    init(_ file: PartFile) { self.file = file }

    /// Follows redirects to http and https only; otherwise the redirect's own status is the result.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
      newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
      let isOfWeb = ["http", "https"].contains(request.url?.scheme?.lowercased())
      completionHandler(isOfWeb ? request : nil)
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      let response = response as? HTTPURLResponse
      let announced = response?.expectedContentLength ?? -1
      let answer = HTTPResponseHead(
        status: response?.statusCode ?? 0, contentRange: response?.value(forHTTPHeaderField: "Content-Range") ?? "",
        byteCount: announced >= 0 ? Int(announced) : nil)
      attempt { () throws(TasksError) in try file.begin(answer) }
      completionHandler(failure == nil ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      attempt { () throws(TasksError) in try file.append(data) }
      if failure != nil { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      if let error, failure == nil { failure = TasksError(.unavailableError, error.localizedDescription) }
      finished.signal()
    }

    private func attempt(_ body: () throws(TasksError) -> Void) {
      guard failure == nil else { return }
      do { try body() } catch { failure = error }
    }
  }
#endif
