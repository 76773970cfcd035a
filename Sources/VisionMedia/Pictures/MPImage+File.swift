import VisionTasks

extension MPImage {
  /// Makes a picture from a picture file, turned upright as the file's EXIF orientation says.
  ///
  /// - Parameter path: The path of a JPEG, PNG, WebP, BMP, TIFF, GIF, HEIC or AVIF file.
  /// - Throws: `TasksError`, as `ImageFile.read(contentsOfFile:applyingOrientation:onWarning:)`.
  public convenience init(contentsOfFile path: String) throws {
    try self.init(imageBuffer: ImageFile.read(contentsOfFile: path))
  }
}
