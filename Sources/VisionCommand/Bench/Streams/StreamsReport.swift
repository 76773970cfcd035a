/// What was measured of a task on one, two and more streams at a time.
struct StreamsReport: Codable, Sendable {
  /// So many streams, in each round.
  struct Entry: Codable, Sendable {
    let streams: Int
    var rounds: [BenchFigures] = []

    /// The median of the rounds; nil when it was not measured.
    func figure(_ value: (BenchFigures) -> Double?) -> Double? {
      let values = rounds.compactMap(value)
      return values.isEmpty ? nil : values.median
    }
  }

  let name: String
  /// The input's file name.
  let input: String
  /// The frames of each stream.
  let frameCount: Int
  /// A frame's pixels, which every stream holds too.
  let frameMegabytes: Double
  var entries: [Entry]

  /// What a stream more takes of memory, its frame left out; nil for the first entry.
  func megabytesPerExtraStream(_ entry: Entry) -> Double? {
    guard let first = entries.first, entry.streams > first.streams, let before = first.figure(\.peakMegabytes),
      let after = entry.figure(\.peakMegabytes)
    else { return nil }
    return (after - before) / Double(entry.streams - first.streams) - frameMegabytes
  }

  /// Markdown.
  var text: String { lines.joined(separator: "\n") }

  /// A heading and a table.
  var lines: [String] {
    ["\(name), \(input), \(frameCount.counted("frame")) a stream, as fast as they go", ""]
      + FigureText.heading([
        "streams", "frames a second, together", "median latency, ms", "95th percentile, ms",
        "processor time a frame, ms", "peak memory, MB", "memory a further stream, MB",
      ])
      + entries.map { entry in
        FigureText.row(
          ["\(entry.streams)"]
            + [
              entry.figure(\.framesPerSecond), entry.figure { $0.callMilliseconds.median },
              entry.figure { $0.callMilliseconds.percentile(0.95) }, entry.figure(\.cpuMilliseconds),
              entry.figure(\.peakMegabytes), megabytesPerExtraStream(entry),
            ].map(FigureText.text))
      }
  }
}
