import Foundation

extension URL {
  /// The file or folder at a path as the system takes it. Foundation takes `~` at its start for a home folder, which is
  /// the shell's matter.
  package init(literalPath path: String, in folder: URL? = nil) {
    self.init(fileURLWithPath: path.utf8.first == UInt8(ascii: "~") ? "./" + path : path, relativeTo: folder)
  }

  /// Passes the bytes of a file to `body`, up to 1 MiB at a time.
  package func forEachPiece(_ body: (Data) throws -> Void) throws {
    let file = try FileHandle(forReadingFrom: self)
    // What was read is complete: closing a file that is only read loses nothing.
    defer { try? file.close() }
    while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { try body(piece) }
  }
}
