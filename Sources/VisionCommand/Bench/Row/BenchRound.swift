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
