import Foundation
import VisionCatalog
import VisionErrors

/// The open pages. Each has a random name, which its requests bring along; what a page brought is removed with its visit.
actor SessionStore {
  private let folder: PrivateFolder
  private let catalog: ModelCatalog
  let limits: StudioLimits
  /// What all visits use together.
  let shared: SharedResources
  private var visits: [String: StudioSession] = [:]

  init(folder: PrivateFolder, limits: StudioLimits, catalog: ModelCatalog, worker: String?) {
    self.folder = folder
    self.limits = limits
    self.catalog = catalog
    shared = SharedResources(limits: limits, worker: worker)
  }

  /// Begins a visit.
  ///
  /// - Throws: `TasksError` with `resourceExhaustedError` when there are too many.
  func open() async throws -> StudioSession {
    if visits.count >= limits.visits { await sweep() }
    guard visits.count < limits.visits else {
      throw TasksError(
        .resourceExhaustedError, "\(limits.visits.counted("open page")) is the maximum; close one and try again.")
    }
    let visit = StudioSession(
      id: RandomToken.make(), folder: try folder.subfolder(), limits: limits, catalog: catalog, shared: shared)
    visits[visit.id] = visit
    return visit
  }

  /// The visit of a name; it lives on for a while from now.
  ///
  /// - Throws: `TasksError` with `notFoundError` when there is none.
  func visit(_ id: String) async throws -> StudioSession {
    guard let visit = visits[id] else {
      throw TasksError.notFound("This visit is over; load the page again.")
    }
    await visit.touch()
    return visit
  }

  /// Ends a visit and removes what it brought.
  func close(_ id: String) async {
    guard let visit = visits.removeValue(forKey: id) else { return }
    await visit.end()
    shared.releaseMemory()
  }

  /// Ends the visits that have been silent for too long.
  func sweep() async {
    for (id, visit) in visits where await visit.isIdle() { await close(id) }
  }

  /// Ends all visits.
  func closeAll() async {
    for id in visits.keys { await close(id) }
  }
}
