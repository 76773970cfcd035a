/// The measurements of a task for several numbers of concurrent streams.
struct StreamsReport: Codable, Sendable {
  /// The measurements for one number of streams.
  struct Entry: Codable, Sendable {
    let streams: Int
    var rounds: [BenchFigures] = []

    /// The median over the rounds; nil if not measured.
    func figure(_ value: (BenchFigures) -> Double?) -> Double? {
      let values = rounds.compactMap(value)
      return values.isEmpty ? nil : values.median
    }
  }

  let name: String
  /// The input's file name.
  let input: String
  /// The number of frames per stream.
  let frameCount: Int
  /// The size of the frame buffer that each stream holds.
  let frameMegabytes: Double
  var entries: [Entry]

  /// The memory of each additional stream without its frame buffer; nil for the first entry.
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
    ["\(name), \(input), \(frameCount.counted("frame")) per stream, unpaced", ""]
      + FigureText.heading([
        "streams", "frames per second, total", "median latency, ms", "95th percentile, ms",
        "CPU time per frame, ms", "peak memory, MB", "memory per additional stream, MB",
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
