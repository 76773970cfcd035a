import VisionCatalog

final class ModelFetches: Sendable {
  struct Progress: Encodable, Sendable {
    enum State: String, Encodable, Sendable { case running, done, failed }

    var state = State.running
    var completedBytes = 0
    var totalBytes: Int
    var message: String?
  }

  let catalog: ModelCatalog
  private let downloads = Locked<[String: Progress]>([:])
  private let queue = DispatchQueue(label: "vision studio downloads", qos: .utility)

  init(_ catalog: ModelCatalog) { self.catalog = catalog }

  func start(_ name: String) throws -> Progress {
    let entry = try model(name)
    if catalog.isCached(entry) { return try progress(of: name) }
    let isNew = downloads.withLock { downloads in
      if downloads[name]?.state == .running { return false }
      downloads[name] = Progress(totalBytes: entry.byteCount)
      return true
    }
    if isNew { queue.async { [self] in download(entry) } }
    return try progress(of: name)
  }

  func progress(of name: String) throws -> Progress {
    let entry = try model(name)
    if catalog.isCached(entry) {
      return Progress(state: .done, completedBytes: entry.byteCount, totalBytes: entry.byteCount)
    }
    guard let progress = downloads.withLock({ $0[name] }) else {
      throw TasksError.notFound("\(name) has not been fetched.")
    }
    return progress
  }

  private func model(_ name: String) throws -> CatalogEntry {
    let entry = try catalog.entry(named: String(name.prefix(80)))
    guard entry.kind == .model else { throw TasksError.notFound("\(entry.name) is no model.") }
    return entry
  }

  private func download(_ entry: CatalogEntry) {
    let name = entry.name
    do throws(TasksError) {
      try catalog.fetch(name) { [downloads] progress in
        downloads.withLock { $0[name]?.completedBytes = progress.completedByteCount }
      }
      downloads.withLock { $0[name]?.state = .done }
    } catch {
      downloads.withLock {
        $0[name]?.state = .failed
        $0[name]?.message = error.message
      }
    }
  }
}
