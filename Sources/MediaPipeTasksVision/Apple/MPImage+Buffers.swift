#if os(Linux) || canImport(CoreMedia)
  import VisionCore

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
    /// centered between their four pixels.
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

  /// The object that an `MPImage` was made from, for its accessors.
  ///
  /// `@unchecked Sendable` is safe although Apple's buffers are not Sendable: the tasks only read the pixels, through
  /// the `MPImage`.
  enum MPImageSource: @unchecked Sendable {
    #if os(Linux) || canImport(UIKit)
      case image(UIImage)
    #endif
    case pixelBuffer(CVPixelBuffer)
    case sampleBuffer(CMSampleBuffer)
  }
#endif
