import TestSupport
import Testing

@testable import VisionPerception

@Suite("Pairing tracks with observations")
struct LinearAssignmentTests {
  /// Every way to pair, tried out: the most pairs, then the largest sum.
  private func best(_ pairs: [LinearAssignment.Pair]) -> (count: Int, sum: Double) {
    var best = (count: 0, sum: 0.0)
    func extend(_ index: Int, _ rows: Set<Int>, _ columns: Set<Int>, _ sum: Double) {
      if (rows.count, sum) > (best.count, rows.count == best.count ? best.sum : -.infinity) { best = (rows.count, sum) }
      for next in index..<pairs.count {
        let pair = pairs[next]
        if rows.contains(pair.row) || columns.contains(pair.column) { continue }
        extend(next + 1, rows.union([pair.row]), columns.union([pair.column]), sum + pair.gain)
      }
    }
    extend(0, [], [], 0)
    return best
  }

  private func randomPairs(
    rows: Int, columns: Int, share: Double, _ generator: inout SeededGenerator
  ) -> [LinearAssignment.Pair] {
    var pairs: [LinearAssignment.Pair] = []
    for row in 0..<rows {
      for column in 0..<columns where Double.random(in: 0..<1, using: &generator) < share {
        // Coarse gains, so that ties occur; far from zero, so that sums could outweigh a pair.
        let gain = Double(Int.random(in: -40...40, using: &generator)) / 2
        pairs.append(LinearAssignment.Pair(row: row, column: column, gain: gain))
      }
    }
    return pairs
  }

  @Test("The result is the best of all ways, for tables of any shape", arguments: 0..<300)
  func bestOfAll(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pairs = randomPairs(
      rows: Int.random(in: 1...5, using: &generator), columns: Int.random(in: 1...5, using: &generator),
      share: Double.random(in: 0.2...1, using: &generator), &generator)
    let solved = LinearAssignment.solve(pairs)
    let expected = best(pairs)
    #expect(solved.count == expected.count)
    #expect(abs(solved.reduce(0) { $0 + $1.gain } - expected.sum) < 1e-9)
    #expect(Set(solved.map(\.row)).count == solved.count)
    #expect(Set(solved.map(\.column)).count == solved.count)
    #expect(solved.allSatisfy(pairs.contains))
  }

  @Test("Two poor pairs are preferred to one that is worth more than both")
  func countComesFirst() {
    let pairs = [
      LinearAssignment.Pair(row: 0, column: 0, gain: 100), LinearAssignment.Pair(row: 0, column: 1, gain: -30),
      LinearAssignment.Pair(row: 1, column: 0, gain: -30),
    ]
    #expect(LinearAssignment.solve(pairs) == [pairs[1], pairs[2]])
  }

  @Test("Nothing allowed gives nothing")
  func nothing() {
    #expect(LinearAssignment.solve([]).isEmpty)
  }

  @Test("Two hundred by two hundred, all allowed: a hidden best assignment is found")
  func large() {
    var generator = SeededGenerator(seed: 7)
    let hidden = Array(0..<200).shuffled(using: &generator)
    var pairs: [LinearAssignment.Pair] = []
    for row in 0..<200 {
      for column in 0..<200 {
        let gain = hidden[row] == column ? 1 : Double.random(in: 0..<0.999, using: &generator)
        pairs.append(LinearAssignment.Pair(row: row, column: column, gain: gain))
      }
    }
    #expect(LinearAssignment.solve(pairs).map(\.column) == hidden)
  }
}
