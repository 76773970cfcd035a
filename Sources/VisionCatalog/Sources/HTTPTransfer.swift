import Foundation
import VisionErrors

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One download into a file, which goes on where an earlier one stopped when the server can do that.
///
/// `@unchecked Sendable` is safe because the properties are touched on the session's serial queue only, and by `run` before
/// the task starts and after the semaphore said that it ended.
final class HTTPTransfer: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let file: FileHandle
  private let expectedByteCount: Int
  private let progress: @Sendable (Int) -> Void
  private let finished = DispatchSemaphore(value: 0)
  private var byteCount: Int
  private var failure: TasksError?

  /// Opens the file, new or with what an earlier transfer left.
  init(file: URL, expectedByteCount: Int, progress: @escaping @Sendable (Int) -> Void) throws(TasksError) {
    let descriptor = open(file.path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw TasksError(
        .permissionDeniedError, "\(file.path) cannot be written: \(String(cString: strerror(errno)))")
    }
    self.file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    self.expectedByteCount = expectedByteCount
    self.progress = progress
    byteCount = Int((try? self.file.seekToEnd()) ?? 0)
  }

  /// Transfers the bytes that are missing; blocks until done.
  ///
  /// - Throws: `TasksError` with `dataLossError` when the server has another file or cannot go on where this one ends, and
  ///   `unavailableError` when it cannot be reached or the connection ends early; what has arrived stays in the file.
  func run(_ url: URL, idleTimeout: TimeInterval) throws(TasksError) {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: idleTimeout)
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if byteCount > 0 { request.setValue("bytes=\(byteCount)-", forHTTPHeaderField: "Range") }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = idleTimeout
    configuration.timeoutIntervalForResource = 3600
    let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
    session.dataTask(with: request).resume()
    finished.wait()
    session.finishTasksAndInvalidate()
    try? file.close()
    if let failure { throw failure }
    guard byteCount == expectedByteCount else {
      throw TasksError(.unavailableError, "the connection ended after \(byteCount) of \(expectedByteCount) bytes")
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let response = response as? HTTPURLResponse
    let range = response?.value(forHTTPHeaderField: "Content-Range") ?? ""
    switch response?.statusCode ?? 0 {
    case 206 where range.hasPrefix("bytes \(byteCount)-"): break
    case 200: startOver()
    case 206, 416: fail(.dataLossError, "the server cannot go on after \(byteCount) bytes (\(range))")
    case let status: fail(.unavailableError, "the server answered with status \(status)")
    }
    let announced = response?.expectedContentLength ?? -1
    if announced >= 0, announced != Int64(expectedByteCount - byteCount) {
      fail(.dataLossError, "the server has \(announced) bytes more, \(expectedByteCount - byteCount) are missing")
    }
    completionHandler(failure == nil ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    guard failure == nil else { return }
    guard data.count <= expectedByteCount - byteCount else {
      fail(.dataLossError, "the server sends more than \(expectedByteCount) bytes")
      return dataTask.cancel()
    }
    do {
      try file.write(contentsOf: data)
      byteCount += data.count
      progress(byteCount)
    } catch {
      fail(.resourceExhaustedError, "the file cannot be written: \(error.localizedDescription)")
      dataTask.cancel()
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error { fail(.unavailableError, error.localizedDescription) }
    finished.signal()
  }

  /// The whole file comes, whatever was asked for.
  private func startOver() {
    byteCount = 0
    do {
      try file.truncate(atOffset: 0)
    } catch {
      fail(.resourceExhaustedError, "the file cannot be shortened: \(error.localizedDescription)")
    }
  }

  /// Keeps the first reason: a cancelled task reports another one at its end.
  private func fail(_ code: TasksErrorCode, _ reason: String) {
    if failure == nil { failure = TasksError(code, reason) }
  }
}
