/// One round: a run of calls and a cold start of ours, then the same of MediaPipe's.
struct BenchRound: Codable {
  /// The two runs of one side.
  struct Side: Codable {
    let calls: BenchFigures
    let coldStart: BenchFigures

    init(_ spec: BenchSpec, _ process: BenchProcess) throws {
      var spec = spec
      spec.kind = .calls
      calls = try process.run(spec)
      spec.kind = .coldStart
      coldStart = try process.run(spec)
    }
  }

  let ours: Side
  let theirs: Side?

  init(_ spec: BenchSpec, ours: BenchProcess, theirs: BenchProcess?) throws {
    self.ours = try Side(spec, ours)
    self.theirs = try theirs.map { try Side(spec, $0) }
  }
}
