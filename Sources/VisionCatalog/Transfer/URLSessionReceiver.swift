#if canImport(Darwin)
  import Foundation
  import VisionErrors

  /// Hands what a session receives to a file.
  ///
  /// `@unchecked Sendable` is safe because the properties are touched on the session's serial queue only, and by the transport
  /// before the task starts and after the semaphore said that it ended.
  final class URLSessionReceiver: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    /// Signalled once, when the task has ended.
    let finished = DispatchSemaphore(value: 0)
    /// The first reason that the transfer ended for: a cancelled task reports another one at its end.
    private(set) var failure: TasksError?
    private let file: PartFile

    init(_ file: PartFile) { self.file = file }

    /// A redirect out of the web is not followed: then its own status is the answer.
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
      let answer = HTTPAnswer(
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

    /// Does nothing more after the first failure.
    private func attempt(_ body: () throws(TasksError) -> Void) {
      guard failure == nil else { return }
      do {
        try body()
      } catch {
        failure = error
      }
    }
  }
#endif
