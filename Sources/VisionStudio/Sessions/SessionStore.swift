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
    // A page that was closed may come back, but not at another's cost: the one closed first makes room.
    while visits.count >= limit, let id = await closedFirst() { await close(id) }
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

  private func closedFirst() async -> String? {
    var first: (id: String, leftAt: ContinuousClock.Instant)?
    for (id, visit) in visits {
      guard let leftAt = await visit.leftAt else { continue }
      if first.map({ leftAt < $0.leftAt }) != false { first = (id, leftAt) }
    }
    return first?.id
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
