import VisionImaging
import VisionPerception

extension ObjectTracker {
  /// Takes the detections of the next frame and tells which objects they are.
  ///
  /// Give the detector a low `scoreThreshold`, `ObjectTrackerOptions.minScore` at most: faint detections are what carries an
  /// object through a bad frame.
  ///
  /// - Parameters:
  ///   - detections: What a detector found in the frame, in any number; the first category of each counts.
  ///   - image: The frame, for comparing colours. Boxes are in pixels as stored, so its orientation does not matter.
  ///   - timestampInMilliseconds: Greater than that of the frame before; nil stands for 40 ms after it.
  /// - Returns: The objects that were seen, and those that were seen shortly before, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that does not rise, and for boxes in
  ///   fractions of the frame instead of pixels; nothing has changed then.
  public mutating func update(
    with detections: [Detection], image: MPImage, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    try update(
      with: detections.map(ObjectObservation.init), image: image.imageBuffer,
      timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension ObjectObservation {
  /// A detection as the tracker takes it; one without categories has no score and does not count.
  public init(_ detection: Detection) {
    let best = detection.categories.first
    self.init(
      boundingBox: detection.boundingBox, score: best?.score ?? 0,
      objectClass: ObjectClass(
        index: best?.index ?? -1, name: best?.categoryName, displayName: best?.displayName))
  }
}
