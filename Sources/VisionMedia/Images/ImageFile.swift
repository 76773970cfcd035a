/// Image files: JPEG, PNG, WebP, BMP, TIFF, GIF, HEIC and AVIF in, JPEG and PNG out. Of an animated GIF, PNG or WebP
/// the first frame is read; `VideoReader` reads all.
///
/// The format is detected by the contents, never by the name. JPEG pixels are those of libjpeg-turbo with the accurate
/// integer transform and smooth chroma upsampling, the defaults of most libraries; lossless formats come out as stored.
/// A gray file gives `.gray`, a file with alpha `.rgba`, every other `.rgb`. 16-bit channels keep their upper 8 bits.
///
/// JPEG and PNG are read without FFmpeg's libraries, JPEG is written without them; interlaced PNG images, all other
/// formats and the writing of PNG take them. On Linux they are loaded with the first such image. Where one is missing
/// or of another version, reading and writing throw `TasksError` with `notFoundError` or `failedPreconditionError`.
/// HEIC and AVIF are read by libheif, animated WebP by libwebpdemux, which are loaded in the same way.
public enum ImageFile {
  /// The maximum number of pixels of an image, 2^28 (268 megapixels); larger ones are refused before memory is
  /// allocated.
  public static let maximumPixelCount = ImageBuffer.maximumPixelCount

  /// Reads an image file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - applyingOrientation: Whether pixels are rotated upright by the file's EXIF orientation. Otherwise they are
  ///     returned as stored; HEIC and AVIF images are always upright.
  ///   - onWarning: Called with a sentence for each tolerated defect, such as a JPEG file's missing end or damage
  ///     inside.
  /// - Returns: The image, rows top first.
  /// - Throws: `TasksError` with `notFoundError` for a missing file, `permissionDeniedError` for one that must not be
  ///   read, `invalidArgumentError` for one that is no image or too large, `dataLossError` for one that is damaged.
  public static func read(
    contentsOfFile path: String, applyingOrientation: Bool = true, onWarning: (String) -> Void = { _ in }
  ) throws -> ImageBuffer {
    try decode(
      MediaFile.bytes(ofFile: path), pixelLimit: maximumPixelCount, name: "\"\(path)\"",
      applyingOrientation: applyingOrientation, onWarning: onWarning)
  }

  /// Reads an image from the bytes of an image file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - applyingOrientation: As for `read(contentsOfFile:applyingOrientation:onWarning:)`.
  ///   - onWarning: As for `read(contentsOfFile:applyingOrientation:onWarning:)`.
  /// - Returns: The image, rows top first.
  /// - Throws: `TasksError` with `invalidArgumentError` for bytes that are no image or too large an image,
  ///   `dataLossError` for a damaged one.
  public static func decode(
    _ bytes: Data, applyingOrientation: Bool = true, onWarning: (String) -> Void = { _ in }
  ) throws -> ImageBuffer {
    try decode(bytes, pixelLimit: maximumPixelCount, applyingOrientation: applyingOrientation, onWarning: onWarning)
  }

  /// Reads an image file, and applies the orientation that files of some formats state.
  package static func read(contentsOfFile path: String, rotating formats: Set<ImageFileFormat>) throws -> ImageBuffer {
    let bytes = try MediaFile.bytes(ofFile: path)
    let isRotated = ImageFileFormat(signatureOf: bytes).map(formats.contains) ?? false
    return try decode(bytes, pixelLimit: maximumPixelCount, name: "\"\(path)\"", applyingOrientation: isRotated)
  }

  package static func read(
    contentsOfFile path: String, pixelLimit: Int, onWarning: (String) -> Void
  ) throws -> ImageBuffer {
    try decode(MediaFile.bytes(ofFile: path), pixelLimit: pixelLimit, name: "\"\(path)\"", onWarning: onWarning)
  }

  /// The same with the caller's limit, and a name for the bytes in messages, in quotation marks where it is one.
  package static func decode(
    _ bytes: Data, pixelLimit: Int, name: String = "the data", applyingOrientation: Bool = true,
    onWarning: (String) -> Void = { _ in }
  ) throws -> ImageBuffer {
    try bytes.withUnsafeBytes { bytes in
      guard let format = ImageFileFormat(signatureOf: bytes) else {
        throw TasksError.invalidArgument(
          bytes.isEmpty
            ? "There is no image in \(name): it is empty."
            : "There is no image in \(name); \(ImageFileFormat.list) files can be read.")
      }
      let file = EncodedImage(bytes: bytes, format: format, name: name, pixelLimit: min(pixelLimit, maximumPixelCount))
      let image = try file.decode(onWarning: onWarning)
      if format == .tiff
        ? TIFFDirectory(in: ByteReader(bytes), at: 0)?.hasFurtherPage == true : ImageSeries.isIn(bytes, format: format)
      {
        onWarning("The file \(name) holds several \(format.rawValue) images; the first was read.")
      }
      if file.isLikelyTwelveBit(image) {
        onWarning(
          "The image in \(name) has 16 bits a channel and no value above 4095, as from a 12-bit sensor, so it is nearly "
            + "black. Multiply its values by 16 first.")
      }
      guard applyingOrientation, let orientation = ExifOrientation.find(in: bytes, format: format) else { return image }
      return try image.upright(from: orientation)
    }
  }

  /// Whether the bytes are an animation or several images one after the other, which `VideoReader` reads from a file.
  package static func hasSeveralFrames(_ bytes: Data) -> Bool {
    bytes.withUnsafeBytes { bytes in
      ImageFileFormat(signatureOf: bytes).map {
        AnimatedImage.isIn(ByteReader(bytes), format: $0) || ImageSeries.isIn(bytes, format: $0)
      } ?? false
    }
  }

  package static func statedOrientation(of bytes: Data) -> ImageOrientation {
    bytes.withUnsafeBytes { bytes in
      ImageFileFormat(signatureOf: bytes).flatMap { ExifOrientation.find(in: bytes, format: $0) } ?? .up
    }
  }

  static func check(width: Int, height: Int, name: String, pixelLimit: Int = maximumPixelCount) throws {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width <= ImageBuffer.maximumDimension, height <= ImageBuffer.maximumDimension, !overflows, count <= pixelLimit
    else {
      throw TasksError.invalidArgument(
        "The image in \(name) has \(width) x \(height) pixels; at most \(pixelLimit) pixels and "
          + "\(ImageBuffer.maximumDimension) a side are allowed. Scale it down first.")
    }
  }
}

struct EncodedImage {
  let bytes: UnsafeRawBufferPointer
  let format: ImageFileFormat
  let name: String
  var pixelLimit = ImageFile.maximumPixelCount

  func decode(onWarning: (String) -> Void) throws -> ImageBuffer {
    switch format {
    case .jpeg: try JPEGDecoder.decode(self, onWarning: onWarning)
    case .png: try PNGDecoder.decode(self)
    case .heic, .avif: try HEIFDecoder.decode(self)
    case .webP where WebPStructure(ByteReader(bytes))?.isAnimated == true: try WebPAnimation.firstImage(in: self)
    case .webP, .bmp, .tiff, .gif: try StillDecoder.decode(self)
    }
  }

  func check(width: Int, height: Int) throws {
    try ImageFile.check(width: width, height: height, name: name, pixelLimit: pixelLimit)
  }

  func damaged(_ reason: String) -> TasksError {
    TasksError.dataLoss("The \(format.rawValue) image in \(name) is damaged: \(reason).")
  }

  func damagedOrCutOff(_ reason: String) -> TasksError {
    TasksError.dataLoss("The \(format.rawValue) image in \(name) is damaged or cut off: \(reason).")
  }

  /// Whether the image has 16 bits a channel of which only the lower 12 are used, as some sensors write them.
  fileprivate func isLikelyTwelveBit(_ image: ImageBuffer) -> Bool {
    let depth: Int? =
      switch format {
      case .png: ByteReader(bytes).uint8(at: 24)
      case .tiff: TIFFDirectory(in: ByteReader(bytes), at: 0)?.values(.bitsPerSample)?.first
      case .jpeg, .webP, .bmp, .gif, .heic, .avif: nil
      }
    guard depth == 16 else { return false }
    let (channels, colors) = (image.format.bytesPerPixel, image.format == .rgba ? 3 : image.format.bytesPerPixel)
    return image.withUnsafeBytes { pixels in
      var highest: UInt8 = 0
      for y in 0..<image.height where highest < 16 {
        let row = y * image.bytesPerRow
        for x in 0..<(image.width * channels) where x % channels < colors { highest = max(highest, pixels[row + x]) }
      }
      return (1..<16).contains(highest)
    }
  }
}

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
  public convenience init(data: Data) throws { try self.init(imageBuffer: ImageFile.decode(data)) }
}
