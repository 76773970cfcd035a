import Foundation

extension URL {
  /// Passes the bytes of a file to `body`, up to 1 MiB at a time.
  package func forEachPiece(_ body: (Data) throws -> Void) throws {
    let file = try FileHandle(forReadingFrom: self)
    // What was read is complete: closing a file that is only read loses nothing.
    defer { try? file.close() }
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try body(piece) }
  }
}
