import Foundation
import VisionCore

/// Verifies files of the catalog.
package enum FileDigest {
  /// Compares size and SHA-256.
  ///
  /// - Throws: `TasksError` with `notFoundError` when the file cannot be read and `dataLossError` when it differs.
  static func check(_ file: URL, against entry: CatalogEntry) throws(TasksError) {
    guard let size = size(of: file) else { throw TasksError.notFound("\(file.path) cannot be read.") }
    guard size == entry.byteCount else {
      throw TasksError(.dataLossError, "it has \(size) bytes, not the \(entry.byteCount) of \(entry.name)")
    }
    let digest = try sha256(of: file)
    guard digest == entry.sha256 else {
      throw TasksError(.dataLossError, "its SHA-256 is \(digest), not the \(entry.sha256) of \(entry.name)")
    }
  }

  /// The SHA-256 of a file, 64 lower-case hexadecimal digits; reads it in pieces.
  ///
  /// - Throws: `TasksError` with `notFoundError` when the file cannot be read, and what `SHA256Digest` throws.
  package static func sha256(of file: URL) throws(TasksError) -> String {
    let digest = try SHA256Digest()
    do {
      let handle = try FileHandle(forReadingFrom: file)
      defer { try? handle.close() }
      while let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
        try piece.withUnsafeBytes { try digest.update($0) }
      }
    } catch let error as TasksError {
      throw error
    } catch {
      throw TasksError.notFound("\(file.path) cannot be read: \(error.localizedDescription)")
    }
    return try digest.hexadecimal()
  }

  /// The size of a file; nil if it does not exist.
  static func size(of file: URL) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int
  }
}
