import VisionModels

/// Detects objects in independent images.
///
/// ```
/// image → stretched to the input → model → head (anchor or post-processed) → boxes in pixels, equal boxes merged
/// ```
///
/// Source: MediaPipe's object detector graph. Owns its model and memory; not Sendable, one frame at a time.
package final class ObjectDetectorPipeline: TaskPipeline {
  private let model: ImageModel
  private let head: any DetectorHead
  private let categories: DetectorCategories
  private let recorder: StageRecorder?
  /// The detections of the last frame, in fractions of the model's input.
  package private(set) var detections: DetectionList
  private var merged: [PixelBox: Int] = [:]

  package init(options: ObjectDetectorOptions, recorder: StageRecorder? = nil) throws {
    let file = try DetectorModel(path: options.baseOptions.validatedModelAssetPath())
    categories = try DetectorCategories(of: file, options: options)
    head =
      try file.isRaw
      ? AnchorHead(file, options, categories: categories.selection)
      : PostProcessedHead(file, options, categories: categories.selection)
    model = try ImageModel(model: head.model, stage: "objects", border: .replicate, recorder: recorder)
    detections = DetectionList(keypointCount: head.keypointCount)
    self.recorder = recorder
  }

  package var classNames: [String] { categories.selection.labels }

  package func process(_ frame: Frame, timestampInMilliseconds: Int) throws -> ObjectDetectorResult {
    let region = try find(in: frame)
    let detections = recorder.measure("objects: result") {
      results(region.transformToImage(of: frame.image.size), in: frame)
    }
    return ObjectDetectorResult(detections: detections, timestampInMilliseconds: timestampInMilliseconds)
  }

  package func compute(_ frame: Frame, timestampInMilliseconds: Int) throws { try find(in: frame) }

  /// Fills `detections` and returns the region to which they are relative; `package` for tests and for counting
  /// allocations.
  @discardableResult
  package func find(in frame: Frame) throws -> RotatedRegion {
    let region = frame.region
    try model.run(on: frame, region: region)
    recorder.measure("objects: decode") { head.decode(into: &detections) }
    return region
  }

  /// The detections in their public form. Detections with equal pixel boxes are merged at the position of the first.
  private func results(_ toImage: PointTransform, in frame: Frame) -> [Detection] {
    merged.removeAll(keepingCapacity: true)
    var found: [(box: PixelBox, first: Int, categories: [ResultCategory])] = []
    for index in 0..<detections.count {
      let box = frame.pixelBox(truncating: toImage(detections.boxes[index]))
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
      return NormalizedKeypoint(location: CGPoint(x: CGFloat(mapped.x), y: CGFloat(mapped.y)), label: nil, score: 0)
    }
  }
}
