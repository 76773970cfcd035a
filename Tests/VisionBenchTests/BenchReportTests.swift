import Foundation
import Testing
import VisionModels

@testable import VisionBench

@Suite("The figures of a benchmark's rounds")
struct BenchReportTests {
  @Test("a ratio is the median of the rounds' own ratios, not the ratio of their medians")
  func ratio() throws {
    // Medians 4 and 10 would give 0.4; the second round alone was disturbed on both sides.
    let report = SampleReport.report([(3, 10), (20, 40), (4, 8)])
    let ratio = try #require(report.ratio(.median))
    #expect(ratio == RatioSpread([(ours: 3, theirs: 10), (20, 40), (4, 8)]))
    #expect([ratio.median, ratio.lowest, ratio.highest] == [0.5, 0.3, 0.5])
    #expect(ratio.text == "0.500 (0.300 to 0.500)")
    #expect(report.ours(.median) == 4)
    #expect(report.theirs(.median) == 10)
    #expect(report.ours(.rate) == 250)
    #expect(report.ours(.start) == 20)
  }

  @Test("without MediaPipe there are our figures and no ratio")
  func alone() {
    let report = SampleReport.report([(3, nil), (5, nil)])
    #expect(report.ratio(.median) == nil)
    #expect(report.theirs(.median) == nil)
    #expect(report.text.contains("| median per frame, ms | 4.000 | - | - |"))
  }

  @Test("a figure that a side lacks, or that is nothing, makes no ratio")
  func missing() {
    #expect(RatioSpread([]) == nil)
    #expect(RatioSpread([(ours: 1, theirs: 0)]) == nil)
    #expect(RatioSpread([(ours: 1, theirs: 0), (1, 2)])?.highest == 0.5)
  }

  @Test("stages are sorted by what they are for; drawing counts neither as inference nor beside it")
  func stages() throws {
    #expect(SampleReport.stages.map(\.kind) == [.sample, .infer, .decode, .downstream])
    // (1 + 0.5 · 0.5) ÷ 10
    #expect(SampleReport.stages.preparationShare == 0.125)
    #expect(SampleReport.stages.macsPerFrame.float == 3e8)
    #expect([BenchStage]().preparationShare == nil)
    let classify = BenchStage(
      name: "gestures: classify", runsPerFrame: 1, medianMilliseconds: 1, p95Milliseconds: 1,
      macs: MACs(float: 5))
    #expect(classify.kind == .infer)
  }

  @Test("a stage has the median of the rounds")
  func stageMedians() {
    var report = SampleReport.report([(3, nil), (3, nil), (3, nil)])
    for (round, milliseconds) in [7.0, 1, 3].enumerated() {
      report.rounds[round].ours.calls.stages[0].medianMilliseconds = milliseconds
    }
    #expect(report.stages[0].medianMilliseconds == 3)
    #expect(report.stages[1].macs == MACs(float: 300_000_000))
  }

  @Test("the text has every figure, every stage, the share and the minimum time")
  func text() {
    let lines = SampleReport.report([(3, 10)]).text.split(separator: "\n").map(String.init)
    #expect(lines.first == "gesture, video mode, clip.mp4 (640 x 480, 4 frames), 1 round, medians")
    #expect(lines.contains("| CPU time per frame, ms | 6.000 | 20.0 | 0.300 (0.300 to 0.300) |"))
    #expect(lines.contains("| decode the input | 1 | 5.000 | 6.000 |"))
    #expect(lines.contains("| palms: decode | 0.500 | 0.500 | 1.000 |"))
    #expect(lines.contains("Sampling and result decoding take 12.5 % of the inference time."))
    #expect(
      lines.last
        == "Minimum time per frame: 300 million float32 MACs ÷ 100 billion per second (AVX-512) in "
        + "2 threads = 3.000 ms; ours is 1.000 times that.")
  }

  @Test("figures that MediaPipe's script does not know may be left out of its line")
  func peerLine() throws {
    let line = #"{"callMilliseconds": [1.5], "callsWithResult": 1, "stages": [], "initMilliseconds": 70.5}"#
    let figures = try JSONDecoder().decode(BenchFigures.self, from: Data(line.utf8))
    #expect(figures.callMilliseconds == [1.5])
    #expect(figures.framesPerSecond == nil)
  }

  @Test("numbers have three digits or more, and what is none is a dash")
  func numbers() {
    #expect([0.1234, 12.345, 1234.5, .nan, .infinity].map(FigureText.text) == ["0.123", "12.3", "1234", "-", "-"])
    #expect(FigureText.text(nil) == "-")
  }
}
