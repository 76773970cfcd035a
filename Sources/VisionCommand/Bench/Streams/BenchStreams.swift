import Foundation
import VisionTasks

/// Runs several streams at a time in this process, each with a task of its own on a thread of its own, without pause.
struct BenchStreams {
  let spec: BenchSpec

  /// One stream. A class, for its thread and this one look at it by turns.
  private final class Lane {
    let spec: BenchSpec
    let frames: RawFrameReader
    let task: BenchTask
    var milliseconds: [Double] = []
    var callsWithResult = 0

    /// The first frame warms up.
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

  /// The times of all streams' frames, and the frames a second of all together.
  func run() throws -> BenchFigures {
    let lanes = try (0..<spec.streams).map { _ in try Lane(spec) }
    let threads = lanes.map { lane in CompanionThread(name: "stream") { try lane.run() } }
    let clock = ContinuousClock()
    let cpuBefore = ResourceUsage.cpuMilliseconds
    let start = clock.now
    for thread in threads { thread.start() }
    // All have ended before any failure is told: they use the lanes.
    let results = threads.map { thread in Result { try thread.finish() } }
    let seconds = (clock.now - start).milliseconds / 1000
    for result in results { try result.get() }
    var figures = BenchFigures()
    figures.callMilliseconds = lanes.flatMap(\.milliseconds)
    figures.callsWithResult = lanes.reduce(0) { $0 + $1.callsWithResult }
    let count = Double(max(figures.callMilliseconds.count, 1))
    figures.framesPerSecond = Double(figures.callMilliseconds.count) / seconds
    figures.cpuMilliseconds = (ResourceUsage.cpuMilliseconds - cpuBefore) / count
    figures.peakMegabytes = ResourceUsage.peakMegabytes
    return figures
  }
}
