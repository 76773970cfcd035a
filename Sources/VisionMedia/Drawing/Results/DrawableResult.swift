import VisionResults

/// A task's result that can be drawn on the image it was found in.
public protocol DrawableResult {
  /// Draws everything that was found, above what is there.
  ///
  /// - Parameter canvas: The image that was given to the task.
  /// - Throws: `TasksError` with `invalidArgumentError` for what cannot belong to this image, such as a mask of another size.
  func draw(on canvas: borrowing ImageCanvas) throws
}

extension TaskResult: DrawableResult {
  /// Draws masks, landmarks with their labels, and boxes, whichever the result has; nothing for a class that is no task's.
  ///
  /// - Parameter canvas: The image that was given to the task.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size.
  public func draw(on canvas: borrowing ImageCanvas) throws {
    if let output = self as? any TaskOutput { try output.drawParts(on: canvas) }
  }
}

extension [TrackedObject]: DrawableResult {
  /// Draws every object's box with number, class and score: `#3 cat 0.72`.
  public func draw(on canvas: borrowing ImageCanvas) {
    BoxAnnotator().draw(map(BoxAnnotation.init), on: canvas)
  }
}
