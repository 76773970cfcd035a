import VisionHTTP
import VisionTasks

/// A visitor's training of gestures: the examples so far, and the training that runs.
///
/// `@unchecked Sendable` is safe because the trainer, which is not Sendable, is only used under its lock.
final class GestureLesson: @unchecked Sendable {
  enum Phase: String, Encodable, Sendable { case collecting, running, done, failed }

  /// What the page shows.
  struct State: Encodable, Sendable {
    struct Gesture: Encodable, Sendable, Hashable {
      let name: String
      let count: Int
    }

    fileprivate(set) var phase = Phase.collecting
    fileprivate(set) var gestures: [Gesture] = []
    /// The share of the training that is done, 0...1.
    fileprivate(set) var share = 0.0
    fileprivate(set) var report: Report?
    fileprivate(set) var model: OwnModel?
    fileprivate(set) var message: String?
  }

  struct Report: Encodable, Sendable {
    let labels: [String]
    let confusion: [[Int]]
    let accuracy, otherHandsRejected: Double
    let heldOut: Int

    init(_ report: GestureTrainingReport) {
      (labels, confusion, accuracy) = (report.labels, report.confusion, report.accuracy)
      otherHandsRejected = report.otherHandsRejected
      heldOut = report.heldOutCounts.reduce(0, +)
    }
  }

  struct Example: Encodable, Sendable {
    let hasHand: Bool
    let count: Int
  }

  /// Held while an example is received and added: each visitor has at most one in memory.
  let turn = FairSemaphore(total: 1)
  private let trainer: GestureTrainer
  private let lock = NSLock()
  private let shown = Locked(State())
  private let isCancelled = Locked(false)

  init(modelPath: String) throws { trainer = try GestureTrainer(modelPath: modelPath) }

  var state: State { shown.withLock { $0 } }

  /// Finds the hand in an image and keeps it; blocks.
  func add(_ image: MPImage, as name: String) throws -> Example {
    try whileCollecting {
      let hasHand = try trainer.add(image, as: name)
      return Example(hasHand: hasHand, count: trainer.imageCounts[name] ?? 0)
    }
  }

  func remove(_ name: String) throws { try whileCollecting { trainer.removeAll(named: name) } }

  /// Examples do not change while a training runs.
  private func whileCollecting<Value>(_ work: () throws -> Value) throws -> Value {
    // A training holds the lock until its end, for which no request may wait.
    try checkCollecting()
    return try lock.withLock {
      try checkCollecting()
      let value = try work()
      let counts = trainer.imageCounts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      shown.withLock { $0.gestures = counts.map { State.Gesture(name: $0.key, count: $0.value) } }
      return value
    }
  }

  private func checkCollecting() throws {
    guard shown.withLock({ $0.phase != .running }) else {
      throw TasksError.failedPrecondition("The training is running; add examples when it is done.")
    }
  }

  /// Begins a training that `train()` does.
  ///
  /// - Throws: `TasksError` with `failedPreconditionError` when one runs, or there are too few examples.
  func begin() throws {
    try whileCollecting { try trainer.checkExamples(of: Array(trainer.imageCounts.keys)) }
    try shown.withLock { state in
      guard state.phase != .running else { throw TasksError.failedPrecondition("The training is running.") }
      (state.phase, state.share, state.message, state.report) = (.running, 0, nil, nil)
    }
  }

  /// Blocks until done.
  func train() throws -> TrainedGestures {
    try lock.withLock {
      try trainer.train { share in
        if isCancelled.withLock({ $0 }) { throw CancellationError() }
        shown.withLock { $0.share = share }
      }
    }
  }

  func finish(_ report: GestureTrainingReport, _ model: OwnModel) {
    shown.withLock { ($0.phase, $0.share, $0.report, $0.model) = (.done, 1, Report(report), model) }
  }

  func fail(_ error: any Error) {
    shown.withLock { ($0.phase, $0.message) = (.failed, PrivateFolder.hidingPaths(in: error.localizedDescription)) }
  }

  /// Ends a running training soon.
  func cancel() { _ = isCancelled.exchange(true) }
}
