/// A task's result that can be drawn on the image it was found in.
public protocol DrawableResult {
  /// Draws the whole result, above earlier drawings.
  ///
  /// - Parameter canvas: The task's input image.
  /// - Throws: `TasksError` with `invalidArgumentError` for a part that cannot belong to this image, such as a mask of
  ///   another size.
  func draw(on canvas: borrowing ImageCanvas) throws
}

extension TaskResult: DrawableResult {
  /// Draws the masks, labelled landmarks and boxes that the result has; nothing for a class that is no task's result.
  ///
  /// - Parameter canvas: The task's input image.
  /// - Throws: `TasksError` with `invalidArgumentError` for a mask of another size.
  public func draw(on canvas: borrowing ImageCanvas) throws {
    if let output = self as? any TaskOutput { try output.drawParts(on: canvas) }
  }
}

extension [TrackedObject]: DrawableResult {
  /// Draws every object's box with number, class and score: `#3 cat 0.72`.
  public func draw(on canvas: borrowing ImageCanvas) { BoxAnnotator().draw(map(BoxAnnotation.init), on: canvas) }
}

extension ImageBuffer {
  /// Draws a result on a copy of the image.
  ///
  /// ```swift
  /// let annotated = try image.annotated(with: recognizer.recognize(image: MPImage(imageBuffer: image)))
  /// ```
  ///
  /// - Parameter result: A task's result for this image, or the objects of an `ObjectTracker`.
  /// - Returns: The annotated image, opaque BGRA.
  /// - Throws: `TasksError` with `invalidArgumentError` for an image too large to draw on and for a mask of another
  ///   size, `resourceExhaustedError` without memory for the copy, `notFoundError` when Cairo is not installed.
  public func annotated(with result: some DrawableResult) throws -> ImageBuffer {
    let canvas = try ImageCanvas(self)
    try result.draw(on: canvas)
    return try canvas.finish()
  }
}

extension MPImage {
  /// Draws a result on a copy of the image, as `ImageBuffer.annotated(with:)` does.
  ///
  /// Results are in pixels as stored, and so is the drawing: labels lie on their side where the image does.
  /// - Parameter result: A task's result for this image, or the objects of an `ObjectTracker`.
  /// - Returns: The annotated image in the same orientation; its pixels are `imageBuffer`, opaque BGRA.
  /// - Throws: As `ImageBuffer.annotated(with:)`.
  public func annotated(with result: some DrawableResult) throws -> MPImage {
    try MPImage(imageBuffer: imageBuffer.annotated(with: result), orientation: orientation)
  }
}
