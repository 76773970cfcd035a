import Foundation
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
