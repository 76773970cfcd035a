import Foundation
import VisionCore
import VisionImaging

extension MPImage {
  /// Makes an image from an image file, rotated upright as the file's EXIF orientation says.
  ///
  /// - Parameter path: The path of a file in a format that `ImageFile` reads.
  /// - Throws: `TasksError`, as `ImageFile.read(contentsOfFile:applyingOrientation:onWarning:)`.
  public convenience init(contentsOfFile path: String) throws {
    try self.init(imageBuffer: ImageFile.read(contentsOfFile: path))
  }

  /// Makes an image from the file that a URL names, rotated upright as the file's EXIF orientation says.
  ///
  /// - Parameter url: The URL of a file in a format that `ImageFile` reads. Nothing is downloaded.
  /// - Throws: `TasksError` with `invalidArgumentError` for a URL that names no file, otherwise as
  ///   `ImageFile.read(contentsOfFile:applyingOrientation:)`.
  public convenience init(contentsOf url: URL) throws {
    guard url.isFileURL else {
      throw TasksError.invalidArgument(
        "\(url.absoluteString) is not the URL of a file; make one with URL(fileURLWithPath:), or download the image and use "
          + "MPImage(data:).")
    }
    try self.init(contentsOfFile: url.path)
  }

  /// Makes an image from the bytes of an image file, rotated upright as its EXIF orientation says.
  ///
  /// - Parameter data: The whole file, in a format that `ImageFile` reads.
  /// - Throws: `TasksError`, as `ImageFile.decode(_:applyingOrientation:)`.
  public convenience init(data: Data) throws {
    try self.init(imageBuffer: ImageFile.decode(data))
  }
}
