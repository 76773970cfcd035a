import Foundation
import VisionErrors
import VisionImaging

/// Picture files: JPEG, PNG, WebP, BMP, TIFF and GIF (the first picture) in, JPEG and PNG out.
///
/// The format is told by the contents, never by the name. JPEG pixels are those of libjpeg-turbo with the accurate
/// integer transform and smooth chroma upsampling, the defaults of most libraries; lossless formats come out as stored.
/// A gray file gives `.gray`, a file with alpha `.rgba`, every other `.rgb`. 16-bit channels keep their upper 8 bits.
///
/// JPEG and PNG are read without FFmpeg's libraries, JPEG is written without them; interlaced PNG pictures, all other formats and
/// the writing of PNG take them. On Linux they are loaded with the first such picture. Where one is missing or of another
/// version, reading and writing throw `TasksError` with `notFoundError` or `failedPreconditionError`.
public enum ImageFile {
  /// The most pixels a picture may have, 2^28 (268 megapixels); larger ones are refused before memory is taken.
  public static let maximumPixelCount = 1 << 28

  /// Reads a picture file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - applyingOrientation: Whether pixels are turned upright as the file's EXIF orientation says. Without it they
  ///     come as stored.
  /// - Returns: The picture, rows top first.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `permissionDeniedError` for one that must not be
  ///   read, `invalidArgumentError` for one that is no picture or too large, `dataLossError` for one that is damaged.
  public static func read(contentsOfFile path: String, applyingOrientation: Bool = true) throws -> ImageBuffer {
    let bytes = try MediaFile.bytes(ofFile: path)
    return try decode(bytes, applyingOrientation: applyingOrientation, name: "\"\(path)\"")
  }

  /// Reads a picture from the bytes of a picture file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - applyingOrientation: As for `read(contentsOfFile:applyingOrientation:)`.
  /// - Returns: The picture, rows top first.
  /// - Throws: `TasksError` with `invalidArgumentError` for bytes that are no picture or too large a picture,
  ///   `dataLossError` for a damaged one.
  public static func decode(_ bytes: Data, applyingOrientation: Bool = true) throws -> ImageBuffer {
    try decode(bytes, applyingOrientation: applyingOrientation, name: "the data")
  }

  /// The same with a limit of the caller's own, for bytes from strangers; at most `maximumPixelCount`.
  package static func decode(_ bytes: Data, pixelLimit: Int) throws -> ImageBuffer {
    try decode(
      bytes, applyingOrientation: true, name: "the data", pixelLimit: min(pixelLimit, maximumPixelCount))
  }

  private static func decode(
    _ bytes: Data, applyingOrientation: Bool, name: String, pixelLimit: Int = maximumPixelCount
  ) throws -> ImageBuffer {
    try bytes.withUnsafeBytes { bytes in
      guard let format = ImageFileFormat(signatureOf: bytes) else {
        throw TasksError.invalidArgument(
          bytes.isEmpty
            ? "There is no picture in \(name): it is empty."
            : "There is no picture in \(name); JPEG, PNG, WebP, BMP, TIFF and GIF files can be read.")
      }
      let picture =
        switch format {
        case .jpeg: try JPEGDecoder.decode(bytes, name: name, pixelLimit: pixelLimit)
        case .png: try PNGDecoder.decode(bytes, name: name, pixelLimit: pixelLimit)
        default: try StillDecoder.decode(bytes, format: format, name: name, pixelLimit: pixelLimit)
        }
      guard applyingOrientation, let orientation = ExifOrientation.find(in: bytes, format: format) else {
        return picture
      }
      return try picture.upright(from: orientation)
    }
  }

  /// Refuses a size that is larger than pictures may be.
  static func check(width: Int, height: Int, name: String, pixelLimit: Int = maximumPixelCount) throws {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width <= ImageBuffer.maximumDimension, height <= ImageBuffer.maximumDimension, !overflows,
      count <= pixelLimit
    else {
      throw TasksError.invalidArgument(
        "The picture in \(name) has \(width) x \(height) pixels; at most \(pixelLimit) pixels and "
          + "\(ImageBuffer.maximumDimension) a side are allowed. Scale it down first.")
    }
  }
}
