import CoreMetrics
import Testing

@testable import VisionServer

@Suite("Metrics")
struct PrometheusTextTests {
  @Test("Counters, gauges and histograms in Prometheus' text form")
  func text() {
    let registry = MetricsRegistry()
    Counter(label: "b_total", dimensions: [("model", "a\"\\\n")], factory: registry).increment(by: 2)
    Counter(label: "b_total", dimensions: [("model", "a\"\\\n")], factory: registry).increment(by: 3)
    let meter = Meter(label: "a", factory: registry)
    meter.increment(by: 2.5)
    meter.decrement()
    let text = PrometheusText.text(registry, help: ["a": "A gauge.", "b_total": "Line\none"])
    #expect(
      text == """
        # HELP a A gauge.
        # TYPE a gauge
        a 1.5
        # HELP b_total Line\\none
        # TYPE b_total counter
        b_total{model="a\\"\\\\\\n"} 5

        """)
  }

  @Test("A histogram's buckets add up, with the sum and the count")
  func histogram() throws {
    let registry = MetricsRegistry()
    let timer = Timer(label: "t_seconds", dimensions: [("model", "m")], factory: registry)
    for nanoseconds: Int64 in [1_000_000, 1_000_001, 30_000_000_000] { timer.recordNanoseconds(nanoseconds) }
    let lines = PrometheusText.text(registry, help: [:]).split(separator: "\n").map(String.init)
    #expect(lines.contains("t_seconds_bucket{model=\"m\",le=\"0.001\"} 1"))
    #expect(lines.contains("t_seconds_bucket{model=\"m\",le=\"0.0025\"} 2"))
    #expect(lines.contains("t_seconds_bucket{model=\"m\",le=\"10\"} 2"))
    #expect(lines.contains("t_seconds_bucket{model=\"m\",le=\"+Inf\"} 3"))
    #expect(lines.contains("t_seconds_count{model=\"m\"} 3"))
    let sum = try #require(
      lines.first { $0.hasPrefix("t_seconds_sum") }?.split(separator: " ").last.flatMap { Double($0) })
    #expect(abs(sum - 30.002000001) < 1e-9)
  }

  @Test("No request adds a series: unknown models are not counted as models")
  func bounded() {
    let metrics = ServerMetrics(models: ["gesture"])
    let before = metrics.text([:]).split(separator: "\n").count
    metrics.begin()
    metrics.end(model: "other", outcome: .ok, duration: .seconds(1))
    metrics.begin()
    metrics.end(model: nil, outcome: .refused, duration: .seconds(1))
    metrics.begin()
    metrics.end(model: "gesture", outcome: .ok, duration: .milliseconds(3))
    metrics.record(.seconds(1), as: .decode, model: "other")
    let text = metrics.text([:])
    #expect(text.split(separator: "\n").count == before && !text.contains("other"))
    #expect(text.contains("vision_requests_total{model=\"none\",outcome=\"refused\"} 1\n"))
    #expect(text.contains("vision_requests_total{model=\"gesture\",outcome=\"ok\"} 1\n"))
    #expect(text.contains("vision_requests_in_flight 0\n"))
    #expect(text.contains("vision_request_seconds_bucket{model=\"gesture\",le=\"0.005\"} 1\n"))
    for line in text.split(separator: "\n") where line.hasPrefix("# HELP") {
      #expect(line.split(separator: " ").count > 4, "\(line)")
    }
  }
}
