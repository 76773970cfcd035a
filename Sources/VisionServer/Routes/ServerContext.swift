import Hummingbird
import NIOCore
import VisionCore

/// What the server knows of a request besides its contents.
struct ServerContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The client's connection.
  let channel: any Channel
  /// What becomes known while it is answered.
  let record = RequestRecord()

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    channel = source.channel
  }
}

/// What becomes known of a request while it is answered, for metrics and the log.
final class RequestRecord: Sendable {
  private struct State {
    var model: String?
    var isInference = false
    var isCancelled = false
  }

  private let state = Locked(State())

  /// The served model that the request names.
  var model: String? { state.withLock { $0.model } }
  /// Whether the request's route runs a task.
  var isInference: Bool { state.withLock { $0.isInference } }
  /// Whether its client was gone.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func setModel(_ name: String) { state.withLock { $0.model = name } }
  func setInference() { state.withLock { $0.isInference = true } }
  func setCancelled() { state.withLock { $0.isCancelled = true } }
}
