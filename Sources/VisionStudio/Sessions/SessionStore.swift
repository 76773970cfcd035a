import VisionCatalog
import VisionHTTP

actor SessionStore {
  private let folder: PrivateFolder
  private let options: StudioOptions
  private let shared: SharedResources
  private var visits: [String: StudioSession] = [:]
  private var limit: Int { options.limits.visits }

  init(folder: PrivateFolder, options: StudioOptions) {
    (self.folder, self.options, shared) = (folder, options, SharedResources(options))
  }

  func open() async throws -> StudioSession {
    if visits.count >= limit { await sweep() }
    // A page that was closed may come back, but not at another's cost.
    if visits.count >= limit { for (id, visit) in visits where await visit.hasLeft { await close(id) } }
    guard visits.count < limit else {
      throw TasksError.exhausted("\(limit.counted("open page")) is the maximum; close one and try again.")
    }
    let visit = StudioSession(folder: try folder.subfolder(), options: options, shared: shared)
    visits[visit.id] = visit
    return visit
  }

  func visit(_ id: String) async throws -> StudioSession {
    guard let visit = visits[id] else { throw TasksError.notFound("This session has ended; reload the page.") }
    await visit.touch()
    return visit
  }

  func leave(_ id: String) async { await visits[id]?.leave() }

  func close(_ id: String) async {
    guard let visit = visits.removeValue(forKey: id) else { return }
    await visit.end()
    ProcessResources.releaseFreeMemory()
  }

  /// An uploaded model of any session; its random identifier is known in that session only.
  func model(_ id: String) async -> OwnModel? {
    for visit in visits.values {
      if let model = await visit.model(id) { return model }
    }
    return nil
  }

  func sweep() async {
    for (id, visit) in visits where await visit.isIdle() { await close(id) }
  }

  func closeAll() async {
    for id in visits.keys { await close(id) }
  }
}

/// A temporary folder with mode 0700, whose files have random names.
struct PrivateFolder: Sendable {
  let url: URL

  private static let prefix = "vision-studio-"

  init() throws { try self.init(in: FileManager.default.temporaryDirectory, prefix: Self.prefix) }

  /// A message with words in place of the paths of private folders and what is in them, which tell a visitor nothing.
  static func hidingPaths(in message: String) -> String {
    let start = FileManager.default.temporaryDirectory.appendingPathComponent(prefix).path
    // Paths have no blanks: random names and short ones.
    let pieces = message.components(separatedBy: start)
    return pieces.dropFirst().reduce(pieces.first ?? "") { text, piece in
      text + "a temporary file" + piece.drop { !$0.isWhitespace && !"\"',;:()".contains($0) }
    }
  }

  private init(in parent: URL, prefix: String) throws {
    url = parent.appendingPathComponent(prefix + RandomToken.make())
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw TasksError(
        .permissionDeniedError, "The folder \(url.path) cannot be created: \(error.localizedDescription)")
    }
  }

  func subfolder() throws -> PrivateFolder { try PrivateFolder(in: url, prefix: "") }
  func newFile(ending: String) -> URL { url.appendingPathComponent(RandomToken.make() + "." + ending) }
  func remove() { try? FileManager.default.removeItem(at: url) }
}
