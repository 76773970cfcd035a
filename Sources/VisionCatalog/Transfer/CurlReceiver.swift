#if !canImport(Darwin)
  import Foundation
  import VisionCore

  /// Passes the data that libcurl receives to a file. Used on the transferring thread only.
  final class CurlReceiver {
    private let file: PartFile
    private var reader = HTTPHeadReader()
    private var hasBegun = false
    private var failure: TasksError?

    init(_ file: PartFile) { self.file = file }

    /// The receiver behind the pointer passed to C.
    static func behind(_ pointer: UnsafeMutableRawPointer?) -> CurlReceiver? {
      pointer.map { Unmanaged<CurlReceiver>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Processes a header line; false to abort the transfer.
    func take(head line: UnsafeRawBufferPointer) -> Bool {
      reader.add(String(decoding: line, as: UTF8.self))
      return !reader.isComplete || attempt { () throws(TasksError) in try begin() }
    }

    /// Processes bytes of the final response's body; false to abort the transfer.
    func take(body bytes: UnsafeRawBufferPointer) -> Bool {
      attempt { () throws(TasksError) in
        try begin()
        try file.append(bytes)
      }
    }

    /// Ends the transfer, with libcurl's error message if it failed.
    ///
    /// - Throws: The first `TasksError` of the transfer.
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

    /// Runs `body` unless there was a failure, and records its failure.
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
