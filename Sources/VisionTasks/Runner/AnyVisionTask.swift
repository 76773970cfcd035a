import Foundation
import VisionImaging
import VisionResults

/// Any vision task: images in, outputs in parts out.
package protocol AnyVisionTask {
  /// Runs on an image; running mode `.image`.
  ///
  /// - Throws: `TasksError` of the task's own method.
  func output(of image: MPImage) throws -> any TaskOutput
  /// Runs on a frame; running mode `.video`.
  ///
  /// - Throws: `TasksError` of the task's own method.
  func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput
  /// Queues a frame; running mode `.liveStream`.
  ///
  /// - Throws: `TasksError` of the task's own method.
  func send(_ frame: MPImage, timestampInMilliseconds: Int) throws
  /// The number of sent frames that were dropped.
  var droppedFrameCount: Int { get }
  /// Discards the state carried from earlier frames.
  func reset()
}

/// A task made of a pipeline and its runner, without a class of MediaPipe's API.
package final class PipelineTask<Output: TaskOutput>: AnyVisionTask, Sendable {
  private let runner: VisionTaskRunner<Output>
  private let region: CGRect?

  /// Takes the pipeline over. `region` is the region of interest of every image, nil for the whole image; `answer` receives the
  /// results of live-stream mode.
  package init(
    _ pipeline: any VisionPipeline<Output>, mode: RunningMode, name: String, region: CGRect? = nil, answer: LiveAnswer?
  ) {
    self.region = region
    runner = VisionTaskRunner(pipeline: pipeline, mode: mode, taskName: name) { result, timestamp in
      answer?(result.map { $0 as any TaskOutput }, timestamp)
    }
  }

  package func output(of image: MPImage) throws -> any TaskOutput { try runner.processImage(image, region: region) }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try runner.processVideoFrame(frame, timestampInMilliseconds: timestampInMilliseconds, region: region)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(
      frame, timestampInMilliseconds: timestampInMilliseconds, region: region, keeping: self)
  }

  package var droppedFrameCount: Int { runner.droppedFrameCount }

  package func reset() { runner.reset() }
}
