import Foundation
import VisionImaging
import VisionModels
import VisionPerception

/// Detects objects in independent images.
///
/// ```
/// image → stretched to the input → model → head (anchor or post-processed) → boxes in pixels, equal boxes merged
/// ```
///
/// Source: MediaPipe's object detector graph. Owns its model and memory; not Sendable, one frame at a time.
package final class ObjectDetectorPipeline: VisionPipeline {
  private let model: ImageModel
  private let head: any DetectorHead
  private let categories: DetectorCategories
  private let recorder: StageRecorder?
  /// The detections of the last frame, in fractions of the model's input.
  package private(set) var detections: DetectionList
  private var merged: [PixelBox: Int] = [:]

  /// The recorder receives the durations of the stages; nil outside benchmarks.
  package init(options: ObjectDetectorOptions, recorder: StageRecorder? = nil) throws {
    let file = try DetectorModel(path: options.baseOptions.validatedModelAssetPath())
    let parts = try file.isRaw ? Self.anchorParts(file, options) : Self.postProcessedParts(file, options)
    model = try ImageModel(model: parts.model, stage: "objects", border: .replicate, recorder: recorder)
    head = parts.head
    categories = parts.categories
    detections = DetectionList(keypointCount: parts.keypointCount)
    self.recorder = recorder
  }

  /// The parts that depend on the kind of outputs.
  private typealias Parts = (
    model: TensorModel, head: any DetectorHead, categories: DetectorCategories, keypointCount: Int
  )

  private static func anchorParts(_ file: DetectorModel, _ options: ObjectDetectorOptions) throws -> Parts {
    let roles = file.outputPositions
    let categories = try DetectorCategories(of: file, options: options)
    let plan = try AnchorHeadPlan(file, boxes: roles[0], scores: roles[1])
    let model = try TensorModel(
      name: file.name, model: file.file, outputs: plan.requests, inference: options.baseOptions.inference)
    let head = try AnchorHead(
      boxes: RawOutput(model.outputs[0]), scores: RawOutput(model.outputs[1]),
      plan: plan, categories: categories.selection,
      settings: DetectorSettings(options, scores: file.metadata.outputs[roles[1]]))
    return (model, head, categories, head.keypointCount)
  }

  private static func postProcessedParts(_ file: DetectorModel, _ options: ObjectDetectorOptions) throws -> Parts {
    let roles = file.outputPositions
    let categories = try DetectorCategories(of: file, options: options)
    let model = try TensorModel(
      name: file.name, model: file.file, inference: options.baseOptions.inference)
    let outputs = try model.floatOutputs()
    let head = try PostProcessedHead(
      PostProcessedHead.Outputs(
        boxes: outputs[roles[0]], classes: outputs[roles[1]], scores: outputs[roles[2]], count: outputs[roles[3]]),
      model: file, boxesMetadata: file.metadata.outputs[roles[0]], scoresMetadata: file.metadata.outputs[roles[2]],
      categories: categories.selection,
      settings: DetectorSettings(options, scores: file.metadata.outputs[roles[2]]))
    return (model, head, categories, 0)
  }

  /// The class names in the model's order; empty when it has none.
  package var classNames: [String] { categories.selection.labels }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> ObjectDetectorResult {
    let region = try find(in: frame)
    let detections = recorder.measure("objects: result") {
      results(
        region.transformToImage(of: frame.image.size), imageWidth: frame.image.width, imageHeight: frame.image.height)
    }
    return ObjectDetectorResult(detections: detections, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws {
    try find(in: frame)
  }

  /// Does nothing: frames are independent.
  package func reset() {}

  /// Fills `detections` and returns the region to which they are relative; `package` for tests and for counting
  /// allocations.
  @discardableResult
  package func find(in frame: Frame) throws -> ImageRegion {
    let region = frame.fullRect.region(in: frame.image.size)
    try model.run(on: frame.image, region: region)
    recorder.measure("objects: decode") { head.decode(into: &detections) }
    return region
  }

  /// The detections in their public form. Detections with equal pixel boxes are merged at the position of the first.
  private func results(_ toImage: PointTransform, imageWidth: Int, imageHeight: Int) -> [Detection] {
    merged.removeAll(keepingCapacity: true)
    var found: [(box: PixelBox, first: Int, categories: [ResultCategory])] = []
    for index in 0..<detections.count {
      let box = PixelBox(truncating: toImage(detections.boxes[index]), imageWidth: imageWidth, imageHeight: imageHeight)
      let category = categories.category(detections.classes[index], score: detections.scores[index])
      if let place = merged[box] {
        found[place].categories.append(category)
      } else {
        merged[box] = found.count
        found.append((box, index, [category]))
      }
    }
    return found.map { entry in
      Detection(
        categories: entry.categories, boundingBox: entry.box.rect, keypoints: keypoints(of: entry.first, toImage))
    }
  }

  private func keypoints(of detection: Int, _ toImage: PointTransform) -> [NormalizedKeypoint]? {
    let count = detections.keypointCount
    guard count > 0 else { return nil }
    return detections.keypoints[detection * count..<(detection + 1) * count].map { point in
      let mapped = toImage(point)
      return NormalizedKeypoint(
        location: CGPoint(x: CGFloat(mapped.x), y: CGFloat(mapped.y)), label: nil, score: 0)
    }
  }
}
