import CoreMetrics
import HTTPTypes

/// The server's metrics. The values of labels are the served models' names and fixed words, so that no request adds a series.
final class ServerMetrics: Sendable {
  /// How a request ended.
  enum Outcome: String, CaseIterable, Sendable {
    /// It was answered.
    case ok
    /// The client's fault: status 4xx.
    case invalid
    /// No or a wrong token, host or origin.
    case refused
    /// No room or no time for it: status 503.
    case dropped
    /// Its client was gone.
    case cancelled
    /// The server's fault.
    case failed

    /// What the status of a response says.
    init(_ status: HTTPResponse.Status) {
      switch status.code {
      case 401, 403: self = .refused
      case 503: self = .dropped
      case 400..<500: self = .invalid
      case 500...: self = .failed
      default: self = .ok
      }
    }
  }

  /// A part of the work for an image.
  enum Stage: String, CaseIterable, Sendable {
    case queue, decode, inference
  }

  /// The label of requests without a served model.
  static let noModel = "none"

  private static let help = [
    "vision_requests_total": "Requests, and frames of live streams, by model and outcome.",
    "vision_request_seconds": "Time from a request's headers to its response.",
    "vision_queue_seconds": "Time that an image waited for a session.",
    "vision_decode_seconds": "Time to decode an image.",
    "vision_inference_seconds": "Time of a task on an image.",
    "vision_dropped_total": "Requests that got no session in time or found no room.",
    "vision_requests_in_flight": "Requests being answered.",
    "vision_queue_images": "Images that wait for a session.",
    "vision_streams": "Open streams of frames.",
    "vision_request_memory_bytes": "Memory reserved for requests.",
    "process_resident_memory_bytes": "Resident memory of the process.",
  ]

  private let registry = MetricsRegistry()
  private let requests: [String: [Outcome: Counter]]
  private let stages: [String: [Stage: Timer]]
  private let totals: [String: Timer]
  private let dropped: Counter
  private let inFlight: Meter

  /// - Parameter models: The served models' names.
  init(models: [String]) {
    let registry = registry
    let names = models + [Self.noModel]
    requests = Self.by(names) { name in
      Self.by(Outcome.allCases) {
        Counter(
          label: "vision_requests_total", dimensions: [("model", name), ("outcome", $0.rawValue)], factory: registry)
      }
    }
    stages = Self.by(models) { name in
      Self.by(Stage.allCases) {
        Timer(label: "vision_\($0.rawValue)_seconds", dimensions: [("model", name)], factory: registry)
      }
    }
    totals = Self.by(models) { Timer(label: "vision_request_seconds", dimensions: [("model", $0)], factory: registry) }
    dropped = Counter(label: "vision_dropped_total", factory: registry)
    inFlight = Meter(label: "vision_requests_in_flight", factory: registry)
  }

  private static func by<Key: Hashable, Value>(_ keys: [Key], _ value: (Key) -> Value) -> [Key: Value] {
    Dictionary(keys.map { ($0, value($0)) }) { $1 }
  }

  /// Counts a request that begins.
  func begin() { inFlight.increment() }

  /// Counts a request that ended.
  ///
  /// - Parameters:
  ///   - model: The served model; nil without one.
  ///   - outcome: How it ended; nil for a request that needs no task, such as a probe, which is not counted.
  ///   - duration: Its time.
  func end(model: String?, outcome: Outcome?, duration: Duration) {
    inFlight.decrement()
    guard let outcome else { return }
    requests[model ?? Self.noModel]?[outcome]?.increment()
    if outcome == .dropped { dropped.increment() }
    if let model { totals[model]?.recordNanoseconds(duration.nanoseconds) }
  }

  /// Records the duration of a stage.
  func record(_ duration: Duration, as stage: Stage, model: String) {
    stages[model]?[stage]?.recordNanoseconds(duration.nanoseconds)
  }

  /// Runs and times a stage.
  func measure<Value>(_ stage: Stage, model: String, _ body: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { record(ContinuousClock.now - start, as: stage, model: model) }
    return try body()
  }

  /// The number of a model's requests with an outcome.
  func count(of outcome: Outcome, model: String) -> Int {
    guard case .counter(let all)? = registry.snapshot["vision_requests_total"] else { return 0 }
    return Int(all[.init([("model", model), ("outcome", outcome.rawValue)])]?.value ?? 0)
  }

  /// The number of a model's images in a stage, and their time.
  func times(of stage: Stage, model: String) -> ModelStatistics.Times {
    guard case .histogram(let all)? = registry.snapshot["vision_\(stage.rawValue)_seconds"],
      let counts = all[.init([("model", model)])]?.counts
    else { return ModelStatistics.Times(count: 0, ns: 0) }
    return ModelStatistics.Times(count: counts.buckets.reduce(0, +), ns: Int(min(counts.sum * 1e9, 9e18)))
  }

  /// The text for Prometheus.
  ///
  /// - Parameter gauges: Current values of further gauges, by their names.
  /// - Returns: All metrics, one series a line.
  func text(_ gauges: [String: Int]) -> String {
    for (name, value) in gauges { Meter(label: name, factory: registry).set(value) }
    if let bytes = ProcessMemory.residentBytes {
      Meter(label: "process_resident_memory_bytes", factory: registry).set(bytes)
    }
    return PrometheusText.text(registry, help: Self.help)
  }
}

extension Duration {
  /// The duration in nanoseconds; saturated.
  fileprivate var nanoseconds: Int64 { Int64(min(self / .nanoseconds(1), 9e18)) }
}
