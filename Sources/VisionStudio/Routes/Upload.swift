import Foundation
import HTTPTypes
import Hummingbird
import VisionCore
import VisionHTTP

/// A received file. Disk space is reserved before the first byte is written, and released if the file is rejected.
struct Upload: Sendable {
  let url: URL
  /// The original file name, percent-encoded in the request's `X-File-Name`.
  let name: String
  let byteCount: Int
  private let visit: StudioSession

  init(_ request: Request, limit: Int, visit: StudioSession, ending: String) async throws {
    let field = HTTPField.Name("X-File-Name").flatMap { request.headers[$0] } ?? ""
    name = FileName.plain(field.removingPercentEncoding ?? field)
    byteCount = try request.bodyLength(atMost: limit, of: "The file")
    guard byteCount > 0 else { throw TasksError.invalidArgument("\"\(name)\" is empty.") }
    url = try await visit.newUploadFile(ending: ending)
    self.visit = visit
    try visit.disk.reserve(byteCount)
    do {
      try await request.save(to: url, length: byteCount)
    } catch {
      visit.disk.release(byteCount)
      throw error
    }
  }

  /// Inspects the file and stores the result, or deletes the file.
  ///
  /// - Parameters:
  ///   - queue: Where the file is inspected; nil for `SharedResources.inspections`.
  ///   - memory: The memory that inspecting takes, in bytes.
  ///   - inspect: Makes the stored value from the file.
  ///   - add: Stores the value.
  /// - Returns: The stored value.
  /// - Throws: Errors of the closures; the file is deleted then.
  func store<Stored: Sendable>(
    on queue: WorkQueue? = nil, memory: (Upload) throws -> Int,
    inspect: @escaping @Sendable (Upload) throws -> Stored, add: (Stored) async throws -> Void
  ) async throws -> Stored {
    do {
      let queue = queue ?? visit.shared.inspections
      let stored = try await queue.run(for: visit.id, bytes: memory(self)) { try inspect(self) }
      try await add(stored)
      return stored
    } catch {
      visit.disk.release(byteCount)
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }
}
