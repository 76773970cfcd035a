import Foundation

/// The samples of a run and their evaluation.
struct SoakRecord {
  /// The minimum number of samples for a slope.
  static let fewestSamples = 8

  private(set) var samples: [ProcessSample] = []

  /// Whether a sample has more threads or descriptors than one before.
  func exceedsFewest(_ sample: ProcessSample) -> Bool {
    samples.contains { $0.threads < sample.threads || $0.descriptors < sample.descriptors }
  }

  mutating func add(_ sample: ProcessSample) { samples.append(sample) }

  /// The newest sample as a table row, preceded by the header for the first one.
  var lastRow: String {
    guard let last = samples.last else { return "" }
    let head = "| minutes | frames | memory, MB | threads | descriptors |\n| ---: | ---: | ---: | ---: | ---: |\n"
    let row = String(
      format: "| %.1f | %d | %.1f | %d | %d |", last.seconds / 60, last.frames, last.megabytes, last.threads,
      last.descriptors)
    return (samples.count == 1 ? head : "") + row
  }

  /// The verdict with a sentence.
  struct Verdict {
    let isFlat: Bool
    let text: String
  }

  /// Evaluates the run without its first tenth.
  ///
  /// Memory is flat when its slope, by least squares and less three times its standard error, is below the limit, or when it grew by
  /// no more than the tolerance. Threads and descriptors grow when most samples of the last third have more of them than all samples
  /// of the third before it, and at least two more where samples are few: some may count what is just being closed.
  ///
  /// - Parameters:
  ///   - slopeLimit: Maximum slope in megabytes an hour.
  ///   - tolerance: Growth in megabytes that a run too short for a slope may have.
  /// - Returns: The verdict, with the measured slope.
  func verdict(slopeLimit: Double, tolerance: Double) -> Verdict {
    let steady = Array(samples.dropFirst(max(samples.count / 10, 1)))
    let (slope, error) = Self.slope(steady.map { ($0.seconds / 3600, $0.megabytes) })
    let third = max(steady.count / 3, 1)
    let (middle, end) = (steady.dropFirst(third).prefix(third), steady.suffix(third))
    func grew(_ count: KeyPath<ProcessSample, Int>) -> Bool {
      let last = end.map { $0[keyPath: count] }.sorted()
      return last[(last.count - 1) / 2] > (middle.map { $0[keyPath: count] }.max() ?? 0) + (third < 4 ? 1 : 0)
    }
    var faults: [String] = []
    let growth = slope * ((steady.last?.seconds ?? 0) - (steady.first?.seconds ?? 0)) / 3600
    if slope - 3 * error > slopeLimit, growth > tolerance { faults.append("memory grows") }
    if grew(\.threads) { faults.append("threads grow") }
    if grew(\.descriptors) { faults.append("descriptors grow") }
    let figures = String(
      format: "%d frames in %.1f minutes: memory %+.2f MB an hour, standard error %.2f (%+.2f MB in all)",
      samples.last?.frames ?? 0, (samples.last?.seconds ?? 0) / 60, slope, error, growth)
    return Verdict(
      isFlat: faults.isEmpty, text: figures + (faults.isEmpty ? "; flat." : "; " + faults.joined(separator: ", ") + ".")
    )
  }

  /// The slope of the line through points, and its standard error.
  static func slope(_ points: [(x: Double, y: Double)]) -> (slope: Double, error: Double) {
    let count = Double(points.count)
    guard count > 2 else { return (0, .infinity) }
    let (x, y) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
    let spread = points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    guard spread > 0 else { return (0, .infinity) }
    let slope = points.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / spread
    let rest = points.reduce(0) { sum, point in
      let distance = point.y - y - slope * (point.x - x)
      return sum + distance * distance
    }
    return (slope, (rest / (count - 2) / spread).squareRoot())
  }
}
