import VisionImaging
import VisionResults

/// A pipeline with its runner, as programs take tasks.
package final class PipelineTask<Pipeline: VisionPipeline>: AnyVisionTask, Sendable
where Pipeline.Output: TaskOutput {
  private let runner: VisionTaskRunner<Pipeline>

  /// - Parameters:
  ///   - pipeline: The data flow; nobody else may call it from then on.
  ///   - mode: The running mode.
  ///   - name: The task's name, for the names of queues.
  ///   - answer: Gets the answers of live-stream mode; nil in the other modes.
  package init(_ pipeline: Pipeline, mode: RunningMode, name: String, answer: LiveAnswer?) {
    runner = VisionTaskRunner(pipeline: pipeline, mode: mode, taskName: name) { result, timestamp in
      answer?(result.map { $0 as any TaskOutput }, timestamp)
    }
  }

  package func output(of image: MPImage) throws -> any TaskOutput { try runner.processImage(image) }

  package func output(of frame: MPImage, timestampInMilliseconds: Int) throws -> any TaskOutput {
    try runner.processVideoFrame(frame, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func send(_ frame: MPImage, timestampInMilliseconds: Int) throws {
    try runner.processLiveStreamFrame(frame, timestampInMilliseconds: timestampInMilliseconds, keeping: self)
  }

  package var droppedFrameCount: Int { runner.droppedFrameCount }

  package func reset() { runner.reset() }
}
