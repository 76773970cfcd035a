import Foundation

@testable import VisionCatalog

/// A cache, a mirror and a file of their own for one test.
final class Sandbox {
  let root: URL
  let cache: CacheFolder
  let mirror: URL
  /// The file's true bytes: half a megabyte, so that they travel in several pieces.
  let bytes: [UInt8]
  private let sha256: String

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("vision-catalog-\(UUID().uuidString)")
    cache = CacheFolder(root: root.appendingPathComponent("cache"))
    mirror = root.appendingPathComponent("mirror")
    bytes = (0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    try FileManager.default.createDirectory(at: mirror, withIntermediateDirectories: true)
    let original = root.appendingPathComponent("original.bin")
    try Data(bytes).write(to: original)
    sha256 = try FileDigest.sha256(of: original)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  func entry(address: String? = nil, wheel: WheelSource? = nil) -> CatalogEntry {
    CatalogEntry(
      name: "sample", kind: .model, summary: "a sample", fileName: "sample.task", byteCount: bytes.count,
      sha256: sha256,
      license: "MIT", officialAddress: address, wheel: wheel)
  }

  func catalog(address: String? = nil, wheel: WheelSource? = nil, usesMirror: Bool = false) -> ModelCatalog {
    ModelCatalog(entries: [entry(address: address, wheel: wheel)], cache: cache, mirror: usesMirror ? mirror : nil)
  }

  /// Fetches the file from an address alone, without a cache before it or another source after it.
  func deliver(from address: String, idleTimeout: TimeInterval = 30) throws {
    try AtomicFile.makeFolder(cache.models)
    try DownloadSource(address: address, idleTimeout: idleTimeout).deliver(entry(), to: file) { _ in }
  }

  var file: URL { cache.models.appendingPathComponent("sample.task") }
  var part: URL { cache.models.appendingPathComponent("sample.task.part") }

  func write(_ bytes: some Collection<UInt8>, to url: URL) throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
  }

  /// The names in the models folder, the lock's aside.
  var leftovers: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: cache.models.path)) ?? []
    return names.filter { !$0.hasSuffix(".lock") }.sorted()
  }
}
