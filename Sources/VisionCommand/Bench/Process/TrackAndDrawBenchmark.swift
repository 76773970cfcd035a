import VisionResults
import VisionTasks

/// Times the steps after a task: tracking the detected objects of a video, and drawing results.
///
/// A separate pass, since drawing between frames would evict the task's data from the caches.
struct TrackAndDrawBenchmark {
  private static let maxFrames = 40

  let spec: BenchSpec

  /// The measured stages, without the first frame, which warms up.
  func stages(_ frames: RawFrameReader) throws -> [BenchStage] {
    let isVideo = spec.mode == "video"
    let task = try BenchTask.make(spec)
    let clock = ContinuousClock()
    var tracker = try ObjectTracker()
    var tracking: [Duration] = []
    var drawing: [Duration] = []
    for index in 0..<min(spec.callCount, Self.maxFrames) {
      let image = try frames.read(isVideo ? index : 0)
      let timestamp = isVideo ? spec.timestamps[index] : 0
      let output = try BenchTask.output(of: task, in: image, timestampInMilliseconds: timestamp, spec)
      if isVideo, output.format.parts.contains(where: { $0 is BoxesFormat }) {
        let detections = output.objects.map(\.detection)
        tracking.append(
          try clock.measure {
            _ = try tracker.update(with: detections, image: image, timestampInMilliseconds: timestamp)
          })
      }
      drawing.append(try clock.measure { _ = try output.drawn(on: image.imageBuffer) })
    }
    return [(BenchStage.track, tracking), (BenchStage.draw, drawing)].compactMap { name, durations in
      durations.count > 1
        ? BenchStage(name: name, durations: Array(durations.dropFirst()), frameCount: durations.count - 1) : nil
    }
  }
}
