import VisionTasks

/// A task's result that can be drawn on the image it was found in.
public protocol DrawableResult {
  /// Draws everything that was found, above what is there.
  ///
  /// - Parameter canvas: The image that was given to the task.
  /// - Throws: `TasksError` with `invalidArgumentError` for what cannot belong to this image, such as a mask of another size.
  func draw(on canvas: borrowing ImageCanvas) throws
}

extension GestureRecognizerResult: DrawableResult {
  /// Draws every hand's skeleton, with its gesture and side: `Victory 0.93 · Left`.
  public func draw(on canvas: borrowing ImageCanvas) {
    LandmarkAnnotator().draw(
      LandmarkAnnotation.hands(landmarks, gestures: gestures, handedness: handedness), on: canvas)
  }
}

extension HandLandmarkerResult: DrawableResult {
  /// Draws every hand's skeleton with its side.
  public func draw(on canvas: borrowing ImageCanvas) {
    LandmarkAnnotator().draw(LandmarkAnnotation.hands(landmarks, handedness: handedness), on: canvas)
  }
}

extension PoseLandmarkerResult: DrawableResult {
  /// Draws every person's mask, if there are masks, and skeleton.
  public func draw(on canvas: borrowing ImageCanvas) throws {
    try MaskAnnotator().draw(MaskAnnotation.people(segmentationMasks), on: canvas)
    LandmarkAnnotator().draw(LandmarkAnnotation.people(landmarks), on: canvas)
  }
}

extension ObjectDetectorResult: DrawableResult {
  /// Draws every object's box with its best category: `cat 0.72`.
  public func draw(on canvas: borrowing ImageCanvas) {
    BoxAnnotator().draw(detections.map(BoxAnnotation.init), on: canvas)
  }
}

extension [TrackedObject]: DrawableResult {
  /// Draws every object's box with number, class and score: `#3 cat 0.72`.
  public func draw(on canvas: borrowing ImageCanvas) {
    BoxAnnotator().draw(map(BoxAnnotation.init), on: canvas)
  }
}
