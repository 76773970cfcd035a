import Foundation
import VisionCatalog

/// Collects progress from any thread; `@unchecked Sendable` is safe because the lock guards the list.
final class ProgressLog: @unchecked Sendable {
  private let lock = NSLock()
  private var list: [FetchProgress] = []

  var all: [FetchProgress] { lock.withLock { list } }

  @Sendable func add(_ progress: FetchProgress) { lock.withLock { list.append(progress) } }
}
