import Foundation
import VisionCore
import VisionTasks

/// Measures a task for several numbers of concurrent streams, each in its own process.
struct StreamsMeasurement {
  let name: String
  /// The run, without frames.
  let spec: BenchSpec
  /// The path of a video, used by all streams.
  let input: String
  let counts: [Int]
  let rounds: Int
  let frameLimit: Int
  let ours: BenchProcess

  /// - Throws: `TasksError` for an input that is not a video and for a worker that failed.
  func run() throws -> StreamsReport {
    try BenchScratch.with { folder in
      let decoded = try BenchFrames(input: input, limit: frameLimit, folder: folder)
      guard decoded.isVideo, decoded.timestamps.count > 1 else {
        throw TasksError.invalidArgument("\(input) is not a video of at least two frames.")
      }
      var spec = spec
      spec.setFrames(decoded)
      spec.kind = .streams
      var report = StreamsReport(
        name: name, input: input.lastPathPart, frameCount: decoded.timestamps.count,
        frameMegabytes: Double(decoded.width * decoded.height * 3) / 1_048_576,
        entries: counts.map { StreamsReport.Entry(streams: $0) })
      for _ in 0..<rounds {
        for index in counts.indices {
          spec.streams = counts[index]
          // A single stream uses all cores; several are fastest with one thread each.
          spec.threads = counts[index] > 1 ? 1 : 0
          report.entries[index].rounds.append(try ours.run(spec))
        }
      }
      return report
    }
  }
}

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
