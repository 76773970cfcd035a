import Testing

@testable import VisionServer

@Suite("Metrics")
struct MetricSeriesTests {
  @Test("Counters, gauges and histograms in Prometheus' text form")
  func text() {
    let series = MetricSeries()
    series.set("b_total", ["model": "a\"\\\n"], to: .counter(2))
    series.add(3, to: "b_total", ["model": "a\"\\\n"])
    series.add(1, to: "b_total", ["model": "other"])
    series.set("a", to: .gauge(2.5))
    series.add(-1, to: "a")
    let text = series.text(help: ["a": "A gauge.", "b_total": "Line\none"])
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
    let series = MetricSeries()
    series.set("t_seconds", ["model": "m"], to: .histogram(MetricSeries.Histogram()))
    for seconds in [0.001, 0.001000001, 30] { series.add(seconds, to: "t_seconds", ["model": "m"]) }
    let lines = series.text(help: [:]).split(separator: "\n").map(String.init)
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
    let before = metrics.text(queuedImages: 0, streams: 0, requestMemory: 0).split(separator: "\n").count
    metrics.begin()
    metrics.end(model: "other", outcome: .ok, duration: .seconds(1))
    metrics.begin()
    metrics.end(model: nil, outcome: .refused, duration: .seconds(1))
    metrics.begin()
    metrics.end(model: "gesture", outcome: .ok, duration: .milliseconds(3))
    metrics.record(.seconds(1), as: .decode, model: "other")
    let text = metrics.text(queuedImages: 0, streams: 0, requestMemory: 0)
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
