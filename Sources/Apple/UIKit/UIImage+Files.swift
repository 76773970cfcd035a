import CoreGraphics
import Foundation
import VisionImaging
import VisionMedia

extension UIImage {
  /// The extensions tried for a name without one, the most likely first.
  private static let fileExtensions = ["png", "jpg", "jpeg", "webp", "heic", "avif", "tiff", "tif", "gif", "bmp"]

  /// Reads an image file; see `init(data:)`.
  ///
  /// Nil if the file is missing or no image; `ImageFile.read` throws the reason.
  /// - Parameter path: The file's path. The suffix `@2x` or `@3x` before the extension sets the scale to 2 or 3.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe) else { return nil }
    let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
    self.init(data: data, scale: name.hasSuffix("@3x") ? 3 : name.hasSuffix("@2x") ? 2 : 1)
  }

  /// Reads an image from the program's own bundle; see `init(named:in:with:)`.
  public convenience init?(named name: String) {
    self.init(named: name, in: nil, with: nil)
  }

  /// Reads an image from a bundle; see `init(named:in:with:)`.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    self.init(named: name, in: bundle, with: nil)
  }

  /// Reads an image file of a bundle's resources; nil if it is missing or no image. Asset catalogs are not supported.
  ///
  /// - Parameters:
  ///   - name: The file's name, with or without extension. If there is no such file, the variants `@2x` and `@3x` are
  ///     tried.
  ///   - bundle: The bundle; nil means the main bundle.
  ///   - configuration: nil.
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    let bundle = bundle ?? .main
    let fileExtension = (name as NSString).pathExtension
    let hasExtension = Self.fileExtensions.contains(fileExtension.lowercased())
    let stem = hasExtension ? (name as NSString).deletingPathExtension : name
    let candidates = ["", "@2x", "@3x"].flatMap { variant in
      (hasExtension ? [fileExtension] : Self.fileExtensions).map { (stem + variant, $0) }
    }
    for (file, fileExtension) in candidates {
      if let path = bundle.path(forResource: file, ofType: fileExtension) {
        self.init(contentsOfFile: path)
        return
      }
    }
    return nil
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

/// Apple's description of a screen. Without values here: only nil can be passed.
public enum UITraitCollection: Sendable {}
