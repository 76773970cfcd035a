import CoreMetrics
import VisionCore

/// Keeps all series of the metrics, for Prometheus' text form.
final class MetricsRegistry: MetricsFactory {
  /// A metric's labels with their values.
  struct Labels: Hashable, Sendable {
    let pairs: [[String]]

    init(_ pairs: [(String, String)]) { self.pairs = pairs.map { [$0.0, $0.1] } }
  }

  /// The series of one metric.
  enum Family: Sendable {
    case counter([Labels: CounterSeries])
    case gauge([Labels: GaugeSeries])
    case histogram([Labels: HistogramSeries])
  }

  private let families = Locked<[String: Family]>([:])

  /// All series, by the metrics' names.
  var snapshot: [String: Family] { families.withLock { $0 } }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    families.withLock { families in
      var all: [Labels: CounterSeries] = if case .counter(let all) = families[label] { all } else { [:] }
      let series = all[Labels(dimensions)] ?? CounterSeries()
      all[Labels(dimensions)] = series
      families[label] = .counter(all)
      return series
    }
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    families.withLock { families in
      var all: [Labels: GaugeSeries] = if case .gauge(let all) = families[label] { all } else { [:] }
      let series = all[Labels(dimensions)] ?? GaugeSeries()
      all[Labels(dimensions)] = series
      families[label] = .gauge(all)
      return series
    }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    families.withLock { families in
      var all: [Labels: HistogramSeries] = if case .histogram(let all) = families[label] { all } else { [:] }
      let series = all[Labels(dimensions)] ?? HistogramSeries()
      all[Labels(dimensions)] = series
      families[label] = .histogram(all)
      return series
    }
  }

  /// Not used by the server: a recorder's values have no unit.
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    NOOPMetricsHandler.instance
  }

  // Series live as long as the server.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
}
