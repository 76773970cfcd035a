import Foundation
import HTTPTypes
import VisionCore

/// The server's metrics. Labels have the served models' names and fixed words: no request adds a series.
final class ServerMetrics: Sendable {
  enum Outcome: String, CaseIterable, Sendable {
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

  enum Stage: String, CaseIterable, Sendable {
    case queue, decode, inference, output

    fileprivate var name: String { "vision_\(rawValue)_seconds" }
  }

  /// What a request does with a model.
  enum Work: Sendable {
    case none
    /// It runs the task on images.
    case images
    /// It opens a stream, or carries the frames of one, which are counted one by one.
    case stream
  }

  /// The requests with images and the frames of live streams of a model.
  struct Inferences: Sendable {
    var success = ModelStatistics.Times()
    var fail = ModelStatistics.Times()
    /// The end of the last one, in milliseconds since 1970; 0 for none.
    var last = 0
  }

  static let noModel = "none"
  private static let requests = "vision_requests_total"
  private static let requestSeconds = "vision_request_seconds"
  private static let dropped = "vision_dropped_total"
  private static let inFlight = "vision_requests_in_flight"
  private static let queuedImages = "vision_queue_images"
  private static let openStreams = "vision_streams"
  private static let requestMemory = "vision_request_memory_bytes"
  private static let residentMemory = "process_resident_memory_bytes"

  private static let help = [
    requests: "Requests, and frames of live streams, by model and outcome.",
    requestSeconds: "Time from a request's headers to its response.",
    Stage.queue.name: "Time that an image waited for a session.",
    Stage.decode.name: "Time to decode an image that could be decoded.",
    Stage.inference.name: "Time of a task on an image.",
    Stage.output.name: "Time to write a result as JSON or tensors.",
    dropped: "Requests that got no session in time or found no room.",
    inFlight: "Requests being answered.",
    queuedImages: "Images that wait for a session.",
    openStreams: "Open streams of frames.",
    requestMemory: "Memory reserved for requests.",
    residentMemory: "Resident memory of the process.",
  ]

  private let series = MetricSeries()
  private let inferenceCounts: Locked<[String: Inferences]>

  init(models: [String]) {
    inferenceCounts = Locked(Dictionary(models.map { ($0, Inferences()) }) { $1 })
    for model in models + [Self.noModel] {
      for outcome in Outcome.allCases {
        series.set(Self.requests, ["model": model, "outcome": outcome.rawValue], to: .counter(0))
      }
    }
    for name in Stage.allCases.map(\.name) + [Self.requestSeconds] {
      for model in models { series.set(name, ["model": model], to: .histogram(MetricSeries.Histogram())) }
    }
    series.set(Self.dropped, to: .counter(0))
    series.set(Self.inFlight, to: .gauge(0))
  }

  func begin() { series.add(1, to: Self.inFlight) }

  /// Counts a request that ended. A request that needs no task, such as a probe, is counted where it was refused only.
  func end(model: String?, work: Work = .images, outcome: Outcome, duration: Duration) {
    series.add(-1, to: Self.inFlight)
    guard work != .none || outcome == .refused else { return }
    series.add(1, to: Self.requests, ["model": model ?? Self.noModel, "outcome": outcome.rawValue])
    if outcome == .dropped { series.add(1, to: Self.dropped) }
    guard let model else { return }
    series.add(duration / .seconds(1), to: Self.requestSeconds, ["model": model])
    guard work == .images else { return }
    inferenceCounts.withLock {
      $0[model]?[keyPath: outcome == .ok ? \Inferences.success : \Inferences.fail].add(duration)
      $0[model]?.last = Int(Date().timeIntervalSince1970 * 1000)
    }
  }

  func inferences(of model: String) -> Inferences { inferenceCounts.withLock { $0[model] } ?? Inferences() }

  func record(_ duration: Duration, as stage: Stage, model: String) {
    series.add(duration / .seconds(1), to: stage.name, ["model": model])
  }

  /// Records the time of work that succeeds.
  func measure<Value>(_ stage: Stage, model: String, _ body: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    let value = try body()
    record(ContinuousClock.now - start, as: stage, model: model)
    return value
  }

  func times(of stage: Stage, model: String) -> ModelStatistics.Times {
    guard case .histogram(let histogram)? = series[stage.name, ["model": model]] else {
      return ModelStatistics.Times()
    }
    return ModelStatistics.Times(count: histogram.counts.reduce(0, +), ns: Int(min(histogram.sum * 1e9, 9e18)))
  }

  func text(queuedImages: Int, streams: Int, requestMemory: Int) -> String {
    series.set(Self.queuedImages, to: .gauge(Double(queuedImages)))
    series.set(Self.openStreams, to: .gauge(Double(streams)))
    series.set(Self.requestMemory, to: .gauge(Double(requestMemory)))
    if let bytes = ProcessMemory.residentBytes { series.set(Self.residentMemory, to: .gauge(Double(bytes))) }
    return series.text(help: Self.help)
  }
}

enum ProcessMemory {
  /// Resident memory in bytes; nil where the system has no `/proc`.
  static var residentBytes: Int? {
    // A file that is missing is the answer on other systems.
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
