/// The first line of a worker: it has loaded its model and takes requests.
package struct WorkerReady: Codable, Hashable, Sendable {
  /// The version of the protocol that this package speaks; another one is incompatible.
  package static let currentProtocol = 1

  /// Always true; an error line stands in its place when a worker cannot start.
  package var ready = true
  package var `protocol` = currentProtocol
  /// The task's name, or `inspect`.
  package var task: String
  /// `image` or `video`; nil for `inspect`.
  package var mode: String?
  /// Whether system calls are filtered, so that the network and other processes are out of reach.
  package var sandbox: Bool
  /// What `inspect` has to say of the model; nil for tasks.
  package var report: String?

  package init(task: String, mode: String?, sandbox: Bool, report: String? = nil) {
    self.task = task
    self.mode = mode
    self.sandbox = sandbox
    self.report = report
  }
}
