import VisionImaging

extension ImageBuffer {
  /// Draws a result on a copy of the image.
  ///
  /// ```swift
  /// let annotated = try image.annotated(with: recognizer.recognize(image: MPImage(imageBuffer: image)))
  /// ```
  ///
  /// - Parameter result: What a task found in this image, or the objects of an `ObjectTracker`.
  /// - Returns: The annotated image, opaque BGRA.
  /// - Throws: `TasksError` with `invalidArgumentError` for an image too large to draw on and for a mask of another size,
  ///   `resourceExhaustedError` without memory for the copy, `notFoundError` when Cairo is not installed.
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
  /// - Parameter result: What a task found in this image, or the objects of an `ObjectTracker`.
  /// - Returns: The annotated image in the same orientation; its pixels are `imageBuffer`, opaque BGRA.
  /// - Throws: What `ImageBuffer.annotated(with:)` throws.
  public func annotated(with result: some DrawableResult) throws -> MPImage {
    try MPImage(imageBuffer: imageBuffer.annotated(with: result), orientation: orientation)
  }
}
