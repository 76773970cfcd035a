import VisionPixelBuffers

#if os(Linux) || canImport(CoreMedia)

  #if os(Linux) || canImport(UIKit)
    /// The type of orientations: UIKit's.
    public typealias MPImageOrientation = UIImage.Orientation
  #else
    /// The type of orientations without UIKit, on macOS.
    public typealias MPImageOrientation = ImageOrientation
  #endif

  extension MPImage {
    /// Makes an upright image from a pixel buffer; see `init(pixelBuffer:orientation:)`.
    public convenience init(pixelBuffer: CVPixelBuffer) throws {
      try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Makes an image from a pixel buffer.
    ///
    /// The memory of a BGRA buffer is used without a copy: the buffer is retained and locked for reading, and must not
    /// be written to until the image was processed; alpha is ignored. A 4:2:0 buffer is converted to RGB by the
    /// initializer, with its attached matrix (`kCVImageBufferYCbCrMatrixKey`) or ITU-R BT.601, and with chroma samples
    /// centred between their four pixels.
    ///
    /// Mirrored orientations are accepted here and refused by the tasks.
    /// - Parameters:
    ///   - pixelBuffer: The pixels: 32BGRA, or bi-planar 8-bit 4:2:0 in video or full range.
    ///   - orientation: The orientation of the stored pixels.
    /// - Throws: `TasksError` with `invalidArgumentError` for another pixel format or another matrix.
    public convenience init(pixelBuffer: CVPixelBuffer, orientation: MPImageOrientation) throws {
      self.init(
        imageBuffer: try PixelBufferPixels.imageBuffer(of: pixelBuffer), orientation: ImageOrientation(orientation),
        source: MPImageSource.pixelBuffer(pixelBuffer), sourceType: .pixelBuffer)
    }

    /// Makes an upright image from a sample buffer; see `init(sampleBuffer:orientation:)`.
    public convenience init(sampleBuffer: CMSampleBuffer) throws {
      try self.init(sampleBuffer: sampleBuffer, orientation: .up)
    }

    /// Makes an image from a sample buffer's pixel buffer; see `init(pixelBuffer:orientation:)`.
    ///
    /// - Parameters:
    ///   - sampleBuffer: A sample buffer with an image.
    ///   - orientation: The orientation of the stored pixels.
    /// - Throws: `TasksError` with `invalidArgumentError` for a sample buffer without image, another pixel format or
    ///   another matrix.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: MPImageOrientation) throws {
      guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else {
        throw TasksError.invalidArgument(
          "The sample buffer has no image buffer; only sample buffers of images are supported.")
      }
      self.init(
        imageBuffer: try PixelBufferPixels.imageBuffer(of: pixelBuffer), orientation: ImageOrientation(orientation),
        source: MPImageSource.sampleBuffer(sampleBuffer), sourceType: .sampleBuffer)
    }

    /// The pixel buffer that the image was made from; nil for other sources.
    public var pixelBuffer: CVPixelBuffer? {
      if case .pixelBuffer(let buffer)? = source as? MPImageSource { buffer } else { nil }
    }

    /// The sample buffer that the image was made from; nil for other sources.
    public var sampleBuffer: CMSampleBuffer? {
      if case .sampleBuffer(let buffer)? = source as? MPImageSource { buffer } else { nil }
    }
  }

  /// The object that an `MPImage` was made from. `@unchecked Sendable` is safe although Apple's buffers are not
  /// Sendable: the tasks only read the pixels, through the `MPImage`.
  enum MPImageSource: @unchecked Sendable {
    #if os(Linux) || canImport(UIKit)
      case image(UIImage)
    #endif
    case pixelBuffer(CVPixelBuffer)
    case sampleBuffer(CMSampleBuffer)
  }
#endif

#if os(Linux) || canImport(UIKit)
  extension MPImage {
    /// Makes an image from a `UIImage` with its own orientation; see `init(uiImage:orientation:)`.
    public convenience init(uiImage: UIImage) throws {
      try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
    }

    /// Makes an image from a `UIImage` with another orientation than its own.
    ///
    /// On Linux no pixels are copied; on Apple's platforms the image is drawn into memory.
    ///
    /// Mirrored orientations are accepted here and refused by the tasks.
    /// - Parameters:
    ///   - uiImage: The image. Alpha is ignored.
    ///   - orientation: The orientation of the stored pixels.
    /// - Throws: `TasksError` with `invalidArgumentError` for an image without pixels.
    public convenience init(uiImage: UIImage, orientation: UIImage.Orientation) throws {
      guard let pixels = uiImage.cgImage else {
        throw TasksError.invalidArgument("The UIImage has no pixels; make it from a file, its bytes or a CGImage.")
      }
      // MediaPipe uses the UIImage's own size, whatever the requested orientation.
      self.init(
        imageBuffer: try ImageBuffer(cgImage: pixels), orientation: ImageOrientation(orientation),
        source: MPImageSource.image(uiImage), sourceType: .image,
        swapsSides: ImageOrientation(uiImage.imageOrientation).clockwiseDegrees % 180 != 0)
    }

    /// The `UIImage` that the image was made from; nil for other sources.
    public var image: UIImage? { if case .image(let image)? = source as? MPImageSource { image } else { nil } }
  }
#endif

extension ImageOrientation {
  #if canImport(UIKit) && !os(Linux)
    /// Converts UIKit's orientation, which has the same raw values; `.up` for unknown future cases.
    init(_ orientation: UIImage.Orientation) { self = ImageOrientation(rawValue: orientation.rawValue) ?? .up }
  #else
    /// Returns the orientation itself: without the system's UIKit the types are the same.
    init(_ orientation: ImageOrientation) { self = orientation }
  #endif
}
