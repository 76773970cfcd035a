import VisionMedia
import VisionTasks

extension ArchiveFile {
  /// Opens an archive with any name.
  convenience init(_ path: RawPath) throws {
    // The archive of a path that is no text stays open with its descriptor.
    let file = try path.text == nil ? OpenFile(path) : nil
    try self.init(path: file?.path ?? path.description, name: path.description)
    withExtendedLifetime(file) {}
  }
}
