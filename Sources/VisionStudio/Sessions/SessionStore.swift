import Foundation
import VisionCatalog
import VisionCore
import VisionHTTP

/// The open sessions, one per page. Each has a random identifier; its uploads are deleted when it ends.
actor SessionStore {
  private let folder: PrivateFolder
  private let catalog: ModelCatalog
  let limits: StudioLimits
  /// Resources shared by all sessions.
  let shared: SharedResources
  private var visits: [String: StudioSession] = [:]

  init(folder: PrivateFolder, options: StudioOptions) {
    self.folder = folder
    limits = options.limits
    catalog = options.catalog
    shared = SharedResources(
      limits: options.limits,
      workers: OwnModelWorkers(
        executable: options.workerExecutable, limits: options.limits,
        allowsUnsandboxed: options.allowsUnsandboxedModels))
  }

  /// Opens a session.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there are too many.
  func open() async throws -> StudioSession {
    if visits.count >= limits.visits { await sweep() }
    // A page that was closed may come back, but not at another's cost.
    if visits.count >= limits.visits { for (id, visit) in visits where await visit.hasLeft { await close(id) } }
    guard visits.count < limits.visits else {
      throw TasksError(
        .resourceExhaustedError, "\(limits.visits.counted("open page")) is the maximum; close one and try again.")
    }
    let visit = StudioSession(
      id: RandomToken.make(), folder: try folder.subfolder(), limits: limits, catalog: catalog, shared: shared)
    visits[visit.id] = visit
    return visit
  }

  /// Returns a session and restarts its idle timeout.
  ///
  /// - Throws: `TasksError` with `notFoundError` for an unknown identifier.
  func visit(_ id: String) async throws -> StudioSession {
    guard let visit = visits[id] else {
      throw TasksError.notFound("This session has ended; reload the page.")
    }
    await visit.touch()
    return visit
  }

  /// Notes that a session's page was closed or is loaded again.
  func leave(_ id: String) async { await visits[id]?.leave() }

  /// Ends a session and deletes its files.
  func close(_ id: String) async {
    guard let visit = visits.removeValue(forKey: id) else { return }
    await visit.end()
    ProcessResources.releaseFreeMemory()
  }

  /// Ends idle sessions.
  func sweep() async {
    for (id, visit) in visits where await visit.isIdle() { await close(id) }
  }

  /// Ends all sessions.
  func closeAll() async {
    for id in visits.keys { await close(id) }
  }
}
