import Foundation
import VisionTasks

/// Runs several streams concurrently in this process, each with its own task and thread, as fast as possible.
struct BenchStreams {
  let spec: BenchSpec

  /// One stream. Its own thread and the caller access it alternately.
  private final class Stream {
    let spec: BenchSpec
    let frames: RawFrameReader
    let task: BenchTask
    var milliseconds: [Double] = []
    var callsWithResult = 0

    /// Creates the task and processes the first frame, which warms up.
    init(_ spec: BenchSpec) throws {
      self.spec = spec
      frames = try RawFrameReader(path: spec.frames, width: spec.width, height: spec.height)
      task = try BenchTask(spec)
      _ = try task.call(frames.read(0), spec.timestamps[0])
    }

    func run() throws {
      let clock = ContinuousClock()
      for index in spec.timestamps.indices.dropFirst() {
        let image = try frames.read(index)
        let start = clock.now
        if try task.call(image, spec.timestamps[index]) { callsWithResult += 1 }
        milliseconds.append((clock.now - start).milliseconds)
      }
    }
  }

  /// Measures the times of all frames and the total frame rate.
  func run() throws -> BenchFigures {
    let streams = try (0..<spec.streams).map { _ in try Stream(spec) }
    let threads = streams.map { stream in CompanionThread(name: "stream") { try stream.run() } }
    let clock = ContinuousClock()
    let cpuBefore = ResourceUsage.cpuMilliseconds
    let start = clock.now
    for thread in threads { thread.start() }
    // All threads must finish before an error is thrown, since they use the streams.
    let results = threads.map { thread in Result { try thread.finish() } }
    let seconds = (clock.now - start).milliseconds / 1000
    for result in results { try result.get() }
    var figures = BenchFigures()
    figures.callMilliseconds = streams.flatMap(\.milliseconds)
    figures.callsWithResult = streams.reduce(0) { $0 + $1.callsWithResult }
    let count = Double(max(figures.callMilliseconds.count, 1))
    figures.framesPerSecond = Double(figures.callMilliseconds.count) / seconds
    figures.cpuMilliseconds = (ResourceUsage.cpuMilliseconds - cpuBefore) / count
    figures.peakMegabytes = ResourceUsage.peakMegabytes
    return figures
  }
}
