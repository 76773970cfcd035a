@_exported import AppleBase
@_exported import CoreImage
import VisionMedia

extension UIImage {
  /// Reads an image from the bytes of a file: JPEG, PNG, WebP, BMP, TIFF or GIF.
  ///
  /// The pixels stay as stored; the file's EXIF orientation becomes `imageOrientation`. Nil for invalid or damaged
  /// data; `ImageFile.decode` throws the reason.
  /// - Parameter data: The whole file.
  public convenience init?(data: Data) { self.init(data: data, scale: 1) }

  /// Reads an image from the bytes of a file; see `init(data:)`.
  ///
  /// - Parameters:
  ///   - data: The whole file.
  ///   - scale: The number of pixels per point.
  public convenience init?(data: Data, scale: CGFloat) {
    guard let pixels = try? ImageFile.decode(data, applyingOrientation: false) else { return nil }
    self.init(cgImage: CGImage(imageBuffer: pixels), scale: scale, orientation: ImageFile.statedOrientation(of: data))
  }

  /// Reads an image file; see `init(data:)`.
  ///
  /// Nil if the file is missing or no image; `ImageFile.read` throws the reason.
  /// - Parameter path: The file's path. The suffix `@2x` or `@3x` before the extension sets the scale to 2 or 3.
  public convenience init?(contentsOfFile path: String) {
    guard let data = try? Data(contentsOf: URL(literalPath: path), options: .mappedIfSafe) else { return nil }
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
    pixels?.jpegData(quality: Double(compressionQuality), orientation: imageOrientation)
  }

  /// The extensions tried for a name without one, in this order: PNG first, as UIKit has it.
  private static let fileExtensions = ["png", "jpg", "jpeg", "webp", "heic", "avif", "tiff", "tif", "gif", "bmp"]
  private static let variants: [(suffix: String, scale: CGFloat)] = [("", 1), ("@2x", 2), ("@3x", 3)]

  /// Reads an image from the program's own bundle; see `init(named:in:compatibleWith:)`.
  public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

  /// Reads an image from a bundle; see `init(named:in:compatibleWith:)`.
  ///
  /// - Parameters:
  ///   - name: The file's name.
  ///   - bundle: The bundle; nil means the main bundle.
  ///   - configuration: nil.
  public convenience init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
    self.init(named: name, in: bundle, compatibleWith: nil)
  }

  /// Reads an image file of a bundle's resources; nil if it is missing or no image.
  ///
  /// The bundle's own folder comes first, then, in the order of their names, the resource bundles inside it. The
  /// package manager puts a target's resources there (`Package_Target.resources`), beside the program and the tests. So
  /// `Bundle.main` and `Bundle(for:)`, which are one bundle on Linux, find them as in an app.
  ///
  /// Not done: asset catalogs, localized and device-specific variants (`~ipad`), and the cache: each call reads the
  /// file.
  ///
  /// - Parameters:
  ///   - name: The file's name, with or without extension. Without one UIKit reads PNG files; here all formats are
  ///     tried.
  ///   - bundle: The bundle; nil means the main bundle.
  ///   - traitCollection: Its scale says which of the variants `name`, `name@2x` and `name@3x` is preferred: that
  ///     scale, then larger ones, then smaller ones. Without it the scale is 1.
  public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?) {
    let fileExtension = name.fileExtension
    let hasExtension = Self.fileExtensions.contains(fileExtension.lowercased())
    let stem = hasExtension ? name.withoutFileExtension : name
    let scale = traitCollection.map(\.displayScale).flatMap { $0 > 0 ? $0 : nil } ?? 1
    let variants = Self.variants.sorted { first, second in
      let keys = [first, second].map { ($0.scale < scale ? 1 : 0, abs($0.scale - scale)) }
      return keys[0] < keys[1]
    }
    let candidates = variants.flatMap { variant in
      (hasExtension ? [fileExtension] : Self.fileExtensions).map { (stem + variant.suffix, $0) }
    }
    let bundle = bundle ?? .main
    guard
      let path = Self.path(of: candidates, in: [bundle])
        ?? Self.path(of: candidates, in: Self.resourceBundles(in: bundle))
    else { return nil }
    self.init(contentsOfFile: path)
  }

  private static func path(of files: [(name: String, fileExtension: String)], in bundles: [Bundle]) -> String? {
    bundles.lazy.flatMap { bundle in
      files.lazy.compactMap { bundle.path(forResource: $0.name, ofType: $0.fileExtension) }
    }.first
  }

  private static func resourceBundles(in bundle: Bundle) -> [Bundle] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: bundle.bundlePath)) ?? []
    return names.filter { $0.fileExtension == "resources" }.sorted()
      .compactMap { Bundle(url: bundle.bundleURL.appendingPathComponent($0)) }
  }
}
