import CoreGraphics
import Foundation
import VisionImaging
import VisionMedia

extension UIImage {
  /// The endings tried for a name without one, the likeliest first.
  private static let endings = ["png", "jpg", "jpeg", "webp", "heic", "avif", "tiff", "tif", "gif", "bmp"]

  /// Reads an image file; see `init(data:)`.
  ///
  /// Nil when there is no such file or it holds no image; `ImageFile.read` says why.
  /// - Parameter path: The file's path. A name that ends in `@2x` or `@3x` before its ending gives the scale 2 or 3.
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

  /// Reads an image file among a bundle's resources; nil when there is none of this name or it holds no image. Asset
  /// catalogs are absent.
  ///
  /// - Parameters:
  ///   - name: The file's name, with or without its ending; without a file of this name, the variants `@2x` and `@3x`
  ///     are looked for.
  ///   - bundle: The bundle; nil means the main one.
  ///   - configuration: nil.
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    let bundle = bundle ?? .main
    let ending = (name as NSString).pathExtension
    let hasEnding = Self.endings.contains(ending.lowercased())
    let stem = hasEnding ? (name as NSString).deletingPathExtension : name
    let candidates = ["", "@2x", "@3x"].flatMap { variant in
      (hasEnding ? [ending] : Self.endings).map { (stem + variant, $0) }
    }
    for (file, ending) in candidates {
      if let path = bundle.path(forResource: file, ofType: ending) {
        self.init(contentsOfFile: path)
        return
      }
    }
    return nil
  }

  /// The image as a PNG file, turned upright, since few programs read a PNG's orientation; nil without pixels
  /// and when it cannot be made.
  public func pngData() -> Data? {
    try? pixels.map { try ImageFile.encode($0.upright(from: imageOrientation), as: .png) }
  }

  /// The image as a JPEG file: the pixels as stored, and `imageOrientation` as the file's EXIF orientation. Alpha is dropped.
  ///
  /// - Parameter compressionQuality: From 0, the smallest file, to 1, the best image; others count as the nearest one.
  /// - Returns: Nil without pixels, when the image is too large for a JPEG file (65 500 pixels a side) or the quality is no number.
  public func jpegData(compressionQuality: CGFloat) -> Data? {
    guard let pixels, !compressionQuality.isNaN else { return nil }
    let quality = Int((min(max(compressionQuality, 0), 1) * 100).rounded())
    return try? ImageFile.encodeJPEG(pixels, quality: max(quality, 1), orientation: imageOrientation)
  }
}
