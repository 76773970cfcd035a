import VisionOutput
import VisionTasks

/// Times what comes behind a task: following the objects of a video, and drawing what was found.
///
/// A pass of its own: drawing between the frames would empty the caches that the task's own stages find filled.
struct BenchAfterwards {
  private static let mostFrames = 40

  let spec: BenchSpec

  /// The stages, in their order; without the first frame, which warms up.
  func stages(_ frames: RawFrameReader) throws -> [BenchStage] {
    let isVideo = spec.mode == "video"
    let task = try BenchTask.make(spec)
    let clock = ContinuousClock()
    var tracker = try ObjectTracker()
    var tracking: [Duration] = []
    var drawing: [Duration] = []
    for index in 0..<min(spec.callCount, Self.mostFrames) {
      let image = try frames.read(isVideo ? index : 0)
      let timestamp = isVideo ? spec.timestamps[index] : 0
      let output = try BenchTask.output(of: task, in: image, timestampInMilliseconds: timestamp, spec)
      if isVideo, let found = output as? ObjectDetectorResult {
        tracking.append(
          try clock.measure {
            _ = try tracker.update(with: found.detections, image: image, timestampInMilliseconds: timestamp)
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
