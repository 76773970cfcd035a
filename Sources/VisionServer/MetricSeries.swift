import VisionCore

final class MetricSeries: Sendable {
  typealias Labels = KeyValuePairs<String, String>

  enum Value: Sendable {
    case counter(Int)
    case gauge(Double)
    case histogram(Histogram)
  }

  struct Histogram: Sendable {
    /// The buckets' upper bounds in seconds: from a small model's inference to a long wait.
    static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private(set) var counts = Array(repeating: 0, count: bounds.count + 1)
    private(set) var sum = 0.0

    mutating func add(_ seconds: Double) {
      counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
      sum += seconds
    }
  }

  private struct Label: Hashable, Sendable {
    let name, value: String
  }

  /// The values by names and labels.
  private let series = Locked<[String: [[Label]: Value]]>([:])

  subscript(name: String, labels: Labels) -> Value? { series.withLock { $0[name]?[Self.list(labels)] } }

  func set(_ name: String, _ labels: Labels = [:], to value: Value) {
    series.withLock { $0[name, default: [:]][Self.list(labels)] = value }
  }

  /// Adds an amount to a counter or gauge, a value to a histogram; does nothing for labels that were not set.
  func add(_ amount: Double, to name: String, _ labels: Labels = [:]) {
    series.withLock { series in
      switch series[name]?[Self.list(labels)] {
      case .counter(let count)?: series[name]?[Self.list(labels)] = .counter(count + Int(amount))
      case .gauge(let value)?: series[name]?[Self.list(labels)] = .gauge(value + amount)
      case .histogram(var histogram)?:
        histogram.add(amount)
        series[name]?[Self.list(labels)] = .histogram(histogram)
      case nil: break
      }
    }
  }

  private static func list(_ labels: Labels) -> [Label] { labels.map { Label(name: $0.key, value: $0.value) } }
}

/// Prometheus' text form (version 0.0.4).
extension MetricSeries {
  static let textType = "text/plain; version=0.0.4; charset=utf-8"

  func text(help: [String: String]) -> String {
    series.withLock { $0 }.sorted { $0.key < $1.key }.map { name, values in
      let sorted = values.sorted { Self.text(of: $0.key) < Self.text(of: $1.key) }
      let type =
        switch sorted.first?.value {
        case .counter: "counter"
        case .histogram: "histogram"
        case .gauge, nil: "gauge"
        }
      return "# HELP \(name) \(Self.escaped(help[name] ?? name, quotes: false))\n# TYPE \(name) \(type)\n"
        + sorted.map { Self.lines(name, $0.key, $0.value) }.joined()
    }.joined()
  }

  private static func lines(_ name: String, _ labels: [Label], _ value: Value) -> String {
    switch value {
    case .counter(let count): return "\(name)\(text(of: labels)) \(count)\n"
    case .gauge(let value): return "\(name)\(text(of: labels)) \(value.plainText)\n"
    case .histogram(let histogram):
      var total = 0
      let buckets = zip(Histogram.bounds.map(\.plainText) + ["+Inf"], histogram.counts).map { bound, count in
        total += count
        return "\(name)_bucket\(text(of: labels + [Label(name: "le", value: bound)])) \(total)\n"
      }
      return buckets.joined() + "\(name)_sum\(text(of: labels)) \(histogram.sum.plainText)\n"
        + "\(name)_count\(text(of: labels)) \(total)\n"
    }
  }

  private static func text(of labels: [Label]) -> String {
    guard !labels.isEmpty else { return "" }
    return "{" + labels.map { "\($0.name)=\"\(escaped($0.value, quotes: true))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    let plain = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    return quotes ? plain.replacing("\"", with: "\\\"") : plain
  }
}
