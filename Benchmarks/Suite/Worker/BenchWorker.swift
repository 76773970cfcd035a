import ArgumentParser
import Foundation
import VisionCore
import VisionTasks

/// `vision-bench worker`: one timed run, started by the other commands.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Do one timed run; started by the other commands.", shouldDisplay: false)

  @Argument(help: "The run as JSON.")
  var spec: String

  func run() throws {
    let spec = try JSONDecoder().decode(BenchSpec.self, from: Data(spec.utf8))
    let figures = try BenchWorker(spec: spec).run()
    print(String(decoding: try JSONEncoder().encode(figures), as: UTF8.self))
  }
}

/// One timed run of our task, in its own process.
struct BenchWorker {
  let spec: BenchSpec

  func run() throws -> BenchFigures {
    guard spec.callCount > 0, !spec.timestamps.isEmpty else {
      throw TasksError.invalidArgument(
        "The run has \(spec.timestamps.count) timestamps and \(spec.repeats) repeats; give each frame a timestamp, and "
          + "an image at least 1 repeat.")
    }
    let frames = try RawFrameReader(path: spec.frames, width: spec.width, height: spec.height)
    switch spec.kind {
    case .coldStart: return try coldStart(frames)
    case .calls: return try calls(frames)
    case .allocations: return try allocations(frames)
    case .streams: return try BenchStreams(spec: spec).run()
    }
  }

  private func coldStart(_ frames: RawFrameReader) throws -> BenchFigures {
    let task = try BenchTask(spec)
    _ = try task.call(frames.read(0), spec.timestamps[0])
    var figures = BenchFigures()
    figures.coldStartMilliseconds = (Date().timeIntervalSince1970 - spec.started) * 1000
    figures.peakMegabytes = ResourceUsage.peakMegabytes
    return figures
  }

  private func calls(_ frames: RawFrameReader) throws -> BenchFigures {
    let clock = ContinuousClock()
    var figures = BenchFigures()
    let start = clock.now
    let task = try BenchTask(spec)
    figures.initMilliseconds = (clock.now - start).milliseconds
    var cpu = 0.0
    for index in 0..<spec.callCount {
      let image = try frames.read(spec.mode == "video" ? index : 0)
      let cpuBefore = ResourceUsage.cpuMilliseconds
      let callStart = clock.now
      let found = try task.call(image, spec.mode == "video" ? spec.timestamps[index] : 0)
      let duration = clock.now - callStart
      if found { figures.callsWithResult += 1 }
      // The first call warms up, on both sides.
      guard index > 0 else { continue }
      figures.callMilliseconds.append(duration.milliseconds)
      cpu += ResourceUsage.cpuMilliseconds - cpuBefore
    }
    figures.cpuMilliseconds = cpu / Double(max(figures.callMilliseconds.count, 1))
    figures.peakMegabytes = ResourceUsage.peakMegabytes
    figures.stages = try stages(frames)
    return figures
  }

  /// Counts over the second half of the frames, when all buffers have reached their size.
  private func allocations(_ frames: RawFrameReader) throws -> BenchFigures {
    guard let counter = AllocationCounter() else {
      throw TasksError(.failedPreconditionError, "The allocation counter is not loaded in this process.")
    }
    let task = try BenchTask(spec, recorder: nil)
    var counted = (calls: 0, pipeline: 0, result: 0)
    let compute = try BenchSpec.task(spec.task).benchCompute(spec)
    for index in 0..<spec.callCount {
      let position = spec.mode == "video" ? index : 0
      let frame = try Frame(frames.read(position))
      let beforePipeline = counter.value
      try compute(frame, spec.mode == "video" ? spec.timestamps[index] : index)
      let pipelineCount = counter.value - beforePipeline
      let image = try frames.read(position)
      let beforeResult = counter.value
      _ = try task.call(image, spec.mode == "video" ? spec.timestamps[index] : 0)
      let resultCount = counter.value - beforeResult
      guard index >= spec.callCount / 2 else { continue }
      counted = (counted.calls + 1, counted.pipeline + pipelineCount, counted.result + resultCount)
    }
    var figures = BenchFigures()
    figures.pipelineAllocations = Double(counted.pipeline) / Double(counted.calls)
    figures.resultAllocations = Double(counted.result) / Double(counted.calls)
    return figures
  }

  /// A second pass over the frames that records stage times.
  private func stages(_ frames: RawFrameReader) throws -> [BenchStage] {
    let recorder = StageRecorder()
    let task = try BenchTask(spec, recorder: recorder)
    for index in 0..<spec.callCount {
      let image = try frames.read(spec.mode == "video" ? index : 0)
      _ = try task.call(image, spec.mode == "video" ? spec.timestamps[index] : 0)
      if index == 0 { recorder.removeAll() }
    }
    let stages = recorder.stages.map { name, durations in
      BenchStage(
        name: name, durations: durations, frameCount: spec.callCount - 1, macs: recorder.macs(of: name))
    }
    return try stages + TrackAndDrawBenchmark(spec: spec).stages(frames)
  }
}
