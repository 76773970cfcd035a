import Foundation
import VisionErrors

/// A local folder that has files of the catalog under their names.
struct MirrorSource: FileSource {
  let folder: URL

  var kind: FetchProgress.Source { .mirror }
  var place: String { "mirror folder \(folder.path)" }

  func deliver(
    _ entry: CatalogEntry, to destination: URL, progress: @escaping @Sendable (Int) -> Void
  ) throws(TasksError) {
    // Links are followed: a mirror may be a folder of links.
    let file = folder.appendingPathComponent(entry.fileName).resolvingSymlinksInPath()
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw TasksError.notFound("it has no \(entry.fileName)")
    }
    try publishCopy(of: file, entry, to: destination)
    progress(entry.byteCount)
  }
}
