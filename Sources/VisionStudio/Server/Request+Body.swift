import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import VisionErrors

extension Request {
  /// The largest request in JSON, in bytes.
  private static let largestJSON = 65_536

  /// The length of the body as the request states it.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` when it does not, `outOfRangeError` when it is more than `limit`.
  func bodyLength(atMost limit: Int, of what: String) throws -> Int {
    guard let text = headers[.contentLength], let length = Int(text), length >= 0 else {
      throw TasksError.invalidArgument("The request does not say how long it is; send it with a Content-Length.")
    }
    guard length <= limit else {
      throw TasksError(
        .outOfRangeError,
        "\(what) has \(Self.megabytes(length)) MB; at most \(Self.megabytes(limit)) MB are allowed.")
    }
    return length
  }

  /// The whole body in memory.
  ///
  /// - Throws: As `bodyLength(atMost:of:)`, and `dataLossError` when less comes than was stated.
  func body(atMost limit: Int, of what: String) async throws -> ByteBuffer {
    let length = try bodyLength(atMost: limit, of: what)
    var buffer = ByteBufferAllocator().buffer(capacity: length)
    for try await part in body { buffer.writeImmutableBuffer(part) }
    guard buffer.readableBytes == length else { throw Self.brokenOff }
    return buffer
  }

  /// Decodes a body in JSON.
  func json<Value: Decodable>(_ type: Value.Type) async throws -> Value {
    let buffer = try await body(atMost: Self.largestJSON, of: "The request")
    return try JSONDecoder().decode(type, from: Data(buffer.readableBytesView))
  }

  /// Writes the body to a new file as it comes; nothing is left of one that breaks off.
  func save(to file: URL, length: Int) async throws {
    guard FileManager.default.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let handle = FileHandle(forWritingAtPath: file.path)
    else { throw TasksError(.resourceExhaustedError, "The upload cannot be kept; is the disk full?") }
    do {
      var count = 0
      for try await part in body {
        count += part.readableBytes
        try handle.write(contentsOf: Data(part.readableBytesView))
      }
      try handle.close()
      guard count == length else { throw Self.brokenOff }
    } catch {
      try? handle.close()
      try? FileManager.default.removeItem(at: file)
      throw error is TasksError ? error : Self.brokenOff
    }
  }

  private static let brokenOff = TasksError(.dataLossError, "The upload broke off; try again.")

  private static func megabytes(_ bytes: Int) -> String { String(format: "%.1f", Double(bytes) / 1_000_000) }
}
