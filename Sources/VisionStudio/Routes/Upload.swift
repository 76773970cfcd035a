import Foundation
import HTTPTypes
import Hummingbird
import VisionErrors

/// A file on its way in. Room is taken before the first byte is kept, and given back when the file turns out to be unusable.
struct Upload: Sendable {
  let url: URL
  /// The name as the visitor calls it, which the request brings percent-encoded.
  let name: String
  let byteCount: Int
  private let visit: StudioSession

  init(_ request: Request, limit: Int, visit: StudioSession, ending: String) async throws {
    let field = HTTPField.Name("X-File-Name").flatMap { request.headers[$0] } ?? ""
    name = FileName.plain(field.removingPercentEncoding ?? field)
    byteCount = try request.bodyLength(atMost: limit, of: "The file")
    guard byteCount > 0 else { throw TasksError.invalidArgument("\"\(name)\" is empty.") }
    url = try await visit.place(ending: ending)
    self.visit = visit
    try visit.disk.take(byteCount)
    do {
      try await request.save(to: url, length: byteCount)
    } catch {
      visit.disk.giveBack(byteCount)
      throw error
    }
  }

  /// Looks into the file and keeps what it is, or removes it.
  ///
  /// - Parameters:
  ///   - lane: Where that is done; nil for the lane of all short work.
  ///   - memory: How many bytes of memory that takes; asked before.
  ///   - look: Makes of the file what is kept.
  ///   - add: Keeps it.
  /// - Returns: What is kept.
  /// - Throws: What the closures throw; the file is removed then.
  func keep<Kept: Sendable>(
    on lane: WorkLane? = nil, taking memory: (Upload) throws -> Int,
    looking look: @escaping @Sendable (Upload) throws -> Kept, adding add: (Kept) async throws -> Void
  ) async throws -> Kept {
    do {
      let kept = try await (lane ?? visit.shared.intake).run(for: visit.id, bytes: memory(self)) { try look(self) }
      try await add(kept)
      return kept
    } catch {
      visit.disk.giveBack(byteCount)
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }
}
