/// Metrics in Prometheus' text form (version 0.0.4).
enum PrometheusText {
  /// The media type.
  static let type = "text/plain; version=0.0.4; charset=utf-8"

  /// - Parameters:
  ///   - registry: The series.
  ///   - help: One sentence for each metric, by name.
  /// - Returns: The lines, sorted by names and labels.
  static func text(_ registry: MetricsRegistry, help: [String: String]) -> String {
    registry.snapshot.sorted { $0.key < $1.key }.map { name, family in
      let (type, lines) = lines(of: family, name)
      return "# HELP \(name) \(escaped(help[name] ?? name, quotes: false))\n# TYPE \(name) \(type)\n" + lines.joined()
    }.joined()
  }

  private static func lines(of family: MetricsRegistry.Family, _ name: String) -> (type: String, [String]) {
    switch family {
    case .counter(let series): ("counter", sorted(series).map { "\(name)\(labels($0)) \($1.value)\n" })
    case .gauge(let series): ("gauge", sorted(series).map { "\(name)\(labels($0)) \(number($1.value))\n" })
    case .histogram(let series): ("histogram", sorted(series).flatMap { histogram($1.counts, $0, name) })
    }
  }

  private static func histogram(
    _ counts: HistogramSeries.Counts, _ pairs: [[String]], _ name: String
  ) -> [String] {
    var total = 0
    let bounds = HistogramSeries.bounds.map { number($0) } + ["+Inf"]
    let buckets = zip(bounds, counts.buckets).map { bound, count in
      total += count
      return "\(name)_bucket\(labels(pairs + [["le", bound]])) \(total)\n"
    }
    return buckets + [
      "\(name)_sum\(labels(pairs)) \(number(counts.sum))\n", "\(name)_count\(labels(pairs)) \(total)\n",
    ]
  }

  private static func sorted<Series>(_ all: [MetricsRegistry.Labels: Series]) -> [([[String]], Series)] {
    all.map { ($0.key.pairs, $0.value) }.sorted { $0.0.joined().joined() < $1.0.joined().joined() }
  }

  private static func labels(_ pairs: [[String]]) -> String {
    guard !pairs.isEmpty else { return "" }
    return "{" + pairs.map { "\($0[0])=\"\(escaped($0[1], quotes: true))\"" }.joined(separator: ",") + "}"
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    let plain = text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    return quotes ? plain.replacing("\"", with: "\\\"") : plain
  }

  private static func number(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
}
