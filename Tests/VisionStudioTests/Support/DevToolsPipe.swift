import Foundation
import TestSupport

/// The two ends of Chromium's remote control: messages in JSON, each ended by a zero byte, through two named pipes.
///
/// Sendable: what waits is touched under the lock only; one thread reads.
final class DevToolsPipe: @unchecked Sendable {
  private let input: FileHandle
  private let output: FileHandle
  private let lock = NSLock()
  private var waiting: [Int: CheckedContinuation<Data, any Error>] = [:]
  private var lastNumber = 0
  private var errors: [String] = []

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Makes the pipes in a folder, where the browser's side opens them as `in` and `out`.
  init(in folder: TemporaryFolder) throws {
    for name in ["in", "out"] {
      guard mkfifo(folder.path(name), 0o600) == 0 else { throw Failure(description: "mkfifo failed") }
    }
    // For both directions, so that opening does not wait for the other side.
    func open(_ name: String) throws -> FileHandle {
      guard let handle = FileHandle(forUpdatingAtPath: folder.path(name)) else {
        throw Failure(description: "\(name) cannot be opened")
      }
      return handle
    }
    input = try open("in")
    output = try open("out")
    Thread { [self] in read() }.start()
  }

  /// What the page's console and network reported as errors so far.
  var reportedErrors: [String] { lock.withLock { errors } }

  /// Sends a command and waits for its answer, the result as JSON.
  func send(_ method: String, _ parameters: [String: Any], session: String?) async throws -> Data {
    let number = lock.withLock {
      lastNumber += 1
      return lastNumber
    }
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    message["sessionId"] = session
    let bytes = try JSONSerialization.data(withJSONObject: message) + [0]
    return try await withCheckedThrowingContinuation { continuation in
      lock.withLock { waiting[number] = continuation }
      do {
        try input.write(contentsOf: bytes)
      } catch {
        lock.withLock { waiting.removeValue(forKey: number) }?.resume(throwing: error)
      }
    }
  }

  /// Fails everything that waits.
  func close() {
    let waiting = lock.withLock {
      defer { self.waiting = [:] }
      return self.waiting
    }
    for continuation in waiting.values { continuation.resume(throwing: Failure(description: "the browser is gone")) }
    // The reading thread wakes at this and ends.
    try? output.write(contentsOf: Data("close\0".utf8))
  }

  private func read() {
    var buffer = Data()
    while true {
      let part = output.availableData
      guard !part.isEmpty else { return }
      buffer.append(part)
      while let end = buffer.firstIndex(of: 0) {
        let message = Data(buffer[buffer.startIndex..<end])
        buffer.removeSubrange(buffer.startIndex...end)
        if message == Data("close".utf8) { return }
        take(message)
      }
    }
  }

  private func take(_ message: Data) {
    guard let object = (try? JSONSerialization.jsonObject(with: message)) as? [String: Any] else { return }
    guard let number = object["id"] as? Int else {
      let entry = (object["params"] as? [String: Any])?["entry"] as? [String: Any]
      let isError = entry?["level"] as? String == "error"
      if object["method"] as? String == "Runtime.exceptionThrown" || isError {
        lock.withLock { errors.append(String(decoding: message, as: UTF8.self)) }
      }
      return
    }
    let continuation = lock.withLock { waiting.removeValue(forKey: number) }
    if let error = object["error"] {
      continuation?.resume(throwing: Failure(description: "\(error)"))
    } else {
      let result = object["result"] ?? [:]
      continuation?.resume(with: Result { try JSONSerialization.data(withJSONObject: result) })
    }
  }
}
