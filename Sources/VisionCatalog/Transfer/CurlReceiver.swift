#if !canImport(Darwin)
  import Foundation
  import VisionErrors

  /// Hands what libcurl receives to a file; lives on the thread that transfers.
  final class CurlReceiver {
    private let file: PartFile
    private var reader = HTTPHeadReader()
    private var hasBegun = false
    private var failure: TasksError?

    init(_ file: PartFile) { self.file = file }

    /// The receiver that C was given.
    static func behind(_ pointer: UnsafeMutableRawPointer?) -> CurlReceiver? {
      pointer.map { Unmanaged<CurlReceiver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Takes a line of an answer's head; false when the transfer shall end.
    func take(head line: UnsafeRawBufferPointer) -> Bool {
      reader.add(String(decoding: line, as: UTF8.self))
      return !reader.isComplete || attempt { () throws(TasksError) in try begin() }
    }

    /// Takes bytes of the last answer's body; false when the transfer shall end.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
      attempt { () throws(TasksError) in
        try begin()
        try file.append(bytes)
      }
    }

    /// Ends the transfer, with the reason that libcurl failed for, if it did.
    ///
    /// - Throws: `TasksError`, the first failure that there was.
    func end(_ reason: String?) throws(TasksError) {
      if let failure { throw failure }
      if let reason { throw TasksError(.unavailableError, reason) }
      try begin()
    }

    /// Shows the file the answer, once. A redirect that names no address is the last answer as well.
    private func begin() throws(TasksError) {
      if hasBegun { return }
      hasBegun = true
      try file.begin(reader.answer)
    }

    /// Does nothing more after the first failure.
    private func attempt(_ body: () throws(TasksError) -> Void) -> Bool {
      guard failure == nil else { return false }
      do {
        try body()
      } catch {
        failure = error
      }
      return failure == nil
    }
  }
#endif
