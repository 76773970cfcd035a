import Foundation
import VisionCore

/// Downloads from the publisher's URL.
struct DownloadSource: FileSource {
  let address: String
  /// Timeout for the next bytes, in seconds.
  var idleTimeout: TimeInterval = 30
  /// Transfers the bytes.
  var transport: any HTTPTransport = SystemTransport()

  var kind: FetchProgress.Source { .official }
  var place: String { address }

  func deliver(
    _ entry: CatalogEntry, to destination: URL, progress: @escaping @Sendable (Int) -> Void
  ) throws(TasksError) {
    guard let url = URL(string: address) else { throw TasksError.invalidArgument("this is not a URL") }
    let part = destination.appendingPathExtension("part")
    let resumes = FileDigest.size(of: part) ?? 0 > 0
    do {
      try complete(part, from: url, entry, progress: progress)
    } catch {
      // The bytes of an earlier fetch may belong to another version: retry from the start.
      guard resumes, error.code == .dataLossError else { throw error }
      try complete(part, from: url, entry, progress: progress)
    }
    try AtomicFile.publish(part, as: destination)
  }

  /// Downloads the missing bytes and verifies the file. Wrong bytes are removed; an incomplete file is kept for resuming.
  private func complete(
    _ part: URL, from url: URL, _ entry: CatalogEntry, progress: @escaping @Sendable (Int) -> Void
  ) throws(TasksError) {
    do {
      if FileDigest.size(of: part) != entry.byteCount {
        let file = try PartFile(part, expectedByteCount: entry.byteCount, progress: progress)
        try transport.receive(url, into: file, idleTimeout: idleTimeout)
        try file.finish()
      }
      try FileDigest.check(part, against: entry)
    } catch {
      if error.code == .dataLossError || FileDigest.size(of: part) == 0 {
        try? FileManager.default.removeItem(at: part)
      }
      throw error
    }
  }
}
