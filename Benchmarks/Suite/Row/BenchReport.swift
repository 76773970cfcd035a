import VisionCore

/// The measurements of one task on one input, in all rounds.
struct BenchReport: Codable, Sendable {
  /// The input's file name.
  let input: String
  let spec: BenchSpec
  /// The decoding time of each frame, which is not part of the task's time.
  let decodeMilliseconds: [Double]
  var rounds: [BenchRound] = []
  /// The machine's peak; nil if not measured.
  var peak: MachinePeak?
  /// The allocation counts; nil if not counted.
  var allocations: BenchFigures?
}

extension BenchReport {
  /// The median of our figure over the rounds; nil if not measured.
  func ours(_ figure: BenchFigure) -> Double? { Self.median(rounds.compactMap { figure.value($0.ours) }) }

  /// The median of MediaPipe's figure over the rounds; nil without MediaPipe.
  func theirs(_ figure: BenchFigure) -> Double? { Self.median(rounds.compactMap { $0.theirs.flatMap(figure.value) }) }

  /// Ours ÷ MediaPipe's per round; nil without MediaPipe.
  func ratio(_ figure: BenchFigure) -> RatioSpread? {
    RatioSpread(
      rounds.compactMap { round in
        guard let ours = figure.value(round.ours), let theirs = round.theirs.flatMap(figure.value) else { return nil }
        return (ours, theirs)
      })
  }

  /// Our stages, with medians over the rounds.
  var stages: [BenchStage] {
    (rounds.first?.ours.calls.stages ?? []).map { first in
      let runs = rounds.compactMap { $0.ours.calls.stages.first { $0.name == first.name } }
      return BenchStage(
        name: first.name, runsPerFrame: runs.map(\.runsPerFrame).median,
        medianMilliseconds: runs.map(\.medianMilliseconds).median, p95Milliseconds: runs.map(\.p95Milliseconds).median,
        macs: first.macs)
    }
  }

  /// The comparison with the machine's peak; nil without a peak or a model.
  var roofline: Roofline? {
    guard let peak, let milliseconds = ours(.median) else { return nil }
    return Roofline(stages, peak: peak, milliseconds: milliseconds)
  }

  private static func median(_ values: [Double]) -> Double? { values.isEmpty ? nil : values.median }
}

/// One round: a run of calls and a cold start on our side, then the same with MediaPipe.
struct BenchRound: Codable, Sendable {
  /// Both runs of one side.
  struct Side: Codable, Sendable {
    var calls = BenchFigures()
    var coldStart = BenchFigures()

    init() {}

    init(_ spec: BenchSpec, _ process: BenchProcess) throws {
      var spec = spec
      spec.kind = .calls
      calls = try process.run(spec)
      spec.kind = .coldStart
      coldStart = try process.run(spec)
    }
  }

  var ours: Side
  var theirs: Side?

  init(ours: Side, theirs: Side?) {
    self.ours = ours
    self.theirs = theirs
  }

  init(_ spec: BenchSpec, ours: BenchProcess, theirs: BenchProcess?) throws {
    self.ours = try Side(spec, ours)
    self.theirs = try theirs.map { try Side(spec, $0) }
  }
}

/// The measurements of one worker process.
struct BenchFigures: Codable, Sendable {
  /// From process start to the first result; nil in a run of calls.
  var coldStartMilliseconds: Double?
  /// Creating the task, including the model.
  var initMilliseconds: Double?
  /// The time of every call but the first, in order.
  var callMilliseconds: [Double] = []
  /// CPU time per call, all threads.
  var cpuMilliseconds: Double?
  /// Peak resident memory.
  var peakMegabytes: Double?
  /// The number of calls with a non-empty result, including the first. Both sides should agree.
  var callsWithResult = 0
  /// Allocations per frame of the pipeline after warm-up; nil if not counted.
  var pipelineAllocations: Double?
  /// Allocations per frame including the public result; nil if not counted.
  var resultAllocations: Double?
  /// The stages in execution order; empty for MediaPipe.
  var stages: [BenchStage] = []
  /// Frames per second of all streams together; nil in a run of one stream.
  var framesPerSecond: Double?
}

/// A figure measured on both sides of a round.
struct BenchFigure: Sendable {
  let name: String
  /// The figure of one side of one round; nil if not measured.
  let value: @Sendable (BenchRound.Side) -> Double?

  static let median = BenchFigure(name: "median per frame, ms") { $0.calls.callMilliseconds.median }
  static let p95 = BenchFigure(name: "95th percentile, ms") { $0.calls.callMilliseconds.percentile(0.95) }
  static let rate = BenchFigure(name: "frames per second") { side in
    let times = side.calls.callMilliseconds
    return times.isEmpty ? nil : 1000 * Double(times.count) / times.reduce(0, +)
  }
  static let processorTime = BenchFigure(name: "CPU time per frame, ms") { $0.calls.cpuMilliseconds }
  static let making = BenchFigure(name: "creating the task, ms") { $0.calls.initMilliseconds }
  static let start = BenchFigure(name: "process start to first result, ms") { $0.coldStart.coldStartMilliseconds }
  static let memory = BenchFigure(name: "peak memory, MB") { $0.calls.peakMegabytes }
  static let found = BenchFigure(name: "frames with a result") { Double($0.calls.callsWithResult) }

  /// All figures, in table order.
  static let all = [median, p95, rate, processorTime, making, start, memory, found]
}

extension BenchReport {
  /// Markdown: the figures of both sides with their ratio, then our stages.
  var text: String {
    ([heading] + figureTable + [""] + stageTable + notes).joined(separator: "\n")
  }

  /// For example `pose, video mode, walkers_pan.mp4 (1280 x 720, 120 frames), 5 rounds, medians`.
  private var heading: String {
    let source = spec.mode == "video" ? spec.timestamps.count.counted("frame") : spec.repeats.counted("call")
    return "\(spec.task), \(spec.mode) mode, \(input) (\(spec.width) x \(spec.height), \(source)), "
      + "\(rounds.count.counted("round")), medians\n"
  }

  private var figureTable: [String] {
    FigureText.heading(["figure", "ours", "MediaPipe", "ratio (lowest to highest)"])
      + BenchFigure.all.map { figure in
        FigureText.row([
          figure.name, FigureText.text(ours(figure)), FigureText.text(theirs(figure)), ratio(figure)?.text ?? "-",
        ])
      }
  }

  /// The stages of a frame.
  var stageTable: [String] {
    FigureText.heading(["our stage", "runs per frame", "median, ms", "95th percentile, ms"])
      + [
        FigureText.row([
          "decode the input", "1", FigureText.text(decodeMilliseconds.median),
          FigureText.text(decodeMilliseconds.percentile(0.95)),
        ])
      ]
      + stages.map { stage in
        FigureText.row([
          stage.name, FigureText.text(stage.runsPerFrame), FigureText.text(stage.medianMilliseconds),
          FigureText.text(stage.p95Milliseconds),
        ])
      }
  }

  /// Notes below the tables, each after an empty line.
  var notes: [String] {
    var notes: [String] = []
    if let share = stages.preparationShare {
      notes += ["", "Sampling and result decoding take \(FigureText.text(100 * share)) % of the inference time."]
    }
    if let roofline { notes += ["", roofline.text] }
    if let inPipeline = allocations?.pipelineAllocations, let inTask = allocations?.resultAllocations {
      notes += [
        "",
        "Allocations per frame after warm-up: \(FigureText.text(inPipeline)) in the pipeline, "
          + "\(FigureText.text(inTask)) with the public result.",
      ]
    }
    return notes
  }
}
