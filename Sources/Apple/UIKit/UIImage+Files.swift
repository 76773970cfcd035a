import AppleBase
import Foundation
import VisionCore
import VisionImaging
import VisionMedia

extension UIImage {
  /// Reads an image from the bytes of a file: JPEG, PNG, WebP, BMP, TIFF or GIF.
  ///
  /// The pixels stay as stored; the file's EXIF orientation becomes `imageOrientation`. Nil for invalid or damaged
  /// data; `ImageFile.decode` throws the reason.
  /// - Parameter data: The whole file.
  public convenience init?(data: Data) {
    self.init(data: data, scale: 1)
  }

  /// Reads an image from the bytes of a file; see `init(data:)`.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - scale: The number of pixels per point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let pixels = try? ImageFile.decode(data, applyingOrientation: false) else { return nil }
    self.init(
      cgImage: CGImage(imageBuffer: pixels), scale: scale, orientation: ImageFile.statedOrientation(of: data))
  }

  /// Reads an image file; see `init(data:)`.
  ///
  /// Nil if the file is missing or no image; `ImageFile.read` throws the reason.
  /// - Parameter path: The file's path. The suffix `@2x` or `@3x` before the extension sets the scale to 2 or 3.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else { return nil }
    let name = path.lastPathPart.withoutFileExtension
    self.init(data: data, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
  }

  /// The image as a PNG file, rotated upright, since few programs read a PNG's orientation; nil without pixels and on
  /// failure.
  public func pngData() -> Data? {
    try? pixels.map { try ImageFile.encode($0.upright(from: imageOrientation), as: .png) }
  }

  /// The image as a JPEG file: the pixels as stored, and `imageOrientation` as the file's EXIF orientation. Alpha is
  /// dropped.
  ///
  /// - Parameter compressionQuality: From 0, the smallest file, to 1, the best quality; other values are clamped.
  /// - Returns: The file; nil without pixels, for an image too large for JPEG (65 500 pixels per side) and for a NaN
  ///   quality.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    guard let pixels, !compressionQuality.isNaN else { return nil }
    let quality = Int((min(max(compressionQuality, 0), 1) * 100).rounded())
    return try? ImageFile.encodeJPEG(pixels, quality: max(quality, 1), orientation: imageOrientation)
  }
}
