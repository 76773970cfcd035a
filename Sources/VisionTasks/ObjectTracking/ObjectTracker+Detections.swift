extension ObjectTracker {
  /// Updates the tracks with the detections of the next frame.
  ///
  /// Give the detector a low `scoreThreshold`, at most `ObjectTrackerOptions.minScore`: low-score detections keep a
  /// track alive through frames in which the object is hard to see.
  ///
  /// - Parameters:
  ///   - detections: All detections of the frame; the first category of each is used.
  ///   - image: The frame, for comparing colours. Boxes are in pixels as stored, so its orientation does not matter.
  ///   - timestampInMilliseconds: Greater than that of the previous frame; nil stands for 40 ms after it.
  /// - Returns: The objects detected now and those detected shortly before, best first.
  /// - Throws: `TasksError` with `invalidArgumentError` for a timestamp that is not greater than the last one, and for
  ///   boxes in fractions of the frame instead of pixels. The tracker is then unchanged.
  public mutating func update(
    with detections: [Detection], image: MPImage, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    try update(
      with: detections.map(ObjectObservation.init), image: image.imageBuffer,
      timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Updates the tracks with the detections of the next frame, whose pixels are in an image buffer.
  @_disfavoredOverload  // for calls with an empty array literal
  public mutating func update(
    with detections: [Detection], image: ImageBuffer, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    try update(
      with: detections.map(ObjectObservation.init), image: image, timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Updates the tracks with the detections of the next frame, without comparing colours.
  ///
  /// - Parameters:
  ///   - detections: All detections of the frame; the first category of each is used.
  ///   - imageSize: The frame's size in pixels, which clips boxes and ends tracks that leave the frame; nil when
  ///     unknown.
  ///   - timestampInMilliseconds: Greater than that of the previous frame; nil stands for 40 ms after it.
  /// - Returns: The objects detected now and those detected shortly before, best first.
  /// - Throws: `TasksError` as with an image.
  @_disfavoredOverload  // for calls with an empty array literal
  public mutating func update(
    with detections: [Detection], imageSize: CGSize? = nil, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    try update(
      with: detections.map(ObjectObservation.init), imageSize: imageSize,
      timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Updates the tracks with the observations of the next frame.
  ///
  /// - Parameters:
  ///   - observations: The detections, in any order. Boxes without area or with NaN are ignored, and all but the best
  ///     500.
  ///   - image: The frame, for comparing colours. Boxes are in pixels as stored, so its orientation does not matter.
  ///   - timestampInMilliseconds: Greater than that of the previous frame; nil stands for 40 ms after it.
  /// - Returns: The objects detected now and those detected shortly before, best first.
  /// - Throws: `TasksError` as with detections.
  @_disfavoredOverload  // for calls with an empty array literal
  public mutating func update(
    with observations: [ObjectObservation], image: MPImage, timestampInMilliseconds: Int? = nil
  ) throws -> [TrackedObject] {
    try update(with: observations, image: image.imageBuffer, timestampInMilliseconds: timestampInMilliseconds)
  }
}

extension ObjectObservation {
  /// Converts a detection. Without categories its score is 0, and the tracker ignores it.
  public init(_ detection: Detection) {
    let best = detection.categories.first
    self.init(
      boundingBox: detection.boundingBox, score: best?.score ?? 0,
      objectClass: ObjectClass(index: best?.index ?? -1, name: best?.categoryName, displayName: best?.displayName))
  }
}

extension ObjectTrackerOptions {
  /// Options for a detector: `.efficientDet` for a model with raw outputs, as EfficientDet has, otherwise the defaults.
  ///
  /// - Parameter path: The path of a detector (`.tflite`) with metadata.
  /// - Returns: The options.
  /// - Throws: `TasksError` with `notFoundError` for a missing file and `invalidArgumentError` for one that is no
  ///   detector.
  public static func fitting(detectorAt path: String) throws -> ObjectTrackerOptions {
    try DetectorModel(path: path).isRaw ? .efficientDet : ObjectTrackerOptions()
  }
}
