/// Segments what a user points at, in independent images.
///
/// ```
/// image and points → PointedModel → masks as of ImageSegmenterPipeline
/// ```
///
/// Owns its model and memory; not Sendable, one frame at a time.
package final class InteractiveSegmenterPipeline: TaskPipeline {
  private let segmenter: ImageSegmenterPipeline

  package init(options: InteractiveSegmenterOptions, recorder: StageRecorder? = nil) throws {
    let points = try options.points()
    segmenter = try ImageSegmenterPipeline(options: options, recorder: recorder) {
      try PointedModel(model: $0, points: points, stage: SegmenterModel.stage, recorder: recorder)
    }
  }

  package var labels: [String] { segmenter.labels }

  package func process(_ frame: Frame, timestampInMilliseconds time: Int) throws -> InteractiveSegmenterResult {
    let result = try segmenter.process(frame, timestampInMilliseconds: time)
    return InteractiveSegmenterResult(
      confidenceMasks: result.confidenceMasks, categoryMask: result.categoryMask, qualityScores: result.qualityScores,
      timestampInMilliseconds: time, segments: result.segments)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds time: Int) throws {
    try segmenter.compute(frame, timestampInMilliseconds: time)
  }
}
