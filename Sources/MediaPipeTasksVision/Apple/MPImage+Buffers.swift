#if AppleTypes && canImport(CoreMedia)
  import CoreMedia
  import CoreVideo
  import VisionErrors
  import VisionImaging
  import VisionTasks

  #if AppleTypes && canImport(UIKit)
    import UIKit

    /// What orientations are given in: those of UIKit.
    public typealias MPImageOrientation = UIImage.Orientation
  #else
    /// What orientations are given in where there is no UIKit, on macOS.
    public typealias MPImageOrientation = ImageOrientation
  #endif

  extension MPImage {
    /// Makes an upright image from a pixel buffer; see `init(pixelBuffer:orientation:)`.
    public convenience init(pixelBuffer: CVPixelBuffer) throws {
      try self.init(pixelBuffer: pixelBuffer, orientation: .up)
    }

    /// Makes an image from a pixel buffer.
    ///
    /// A BGRA buffer's memory is used as it is: it is kept alive and locked for reading, and must not be written to until
    /// the image was worked on; alpha is ignored. 4:2:0 buffers are converted to RGB here and now, by the matrix that is
    /// attached to them (`kCVImageBufferYCbCrMatrixKey`), or else ITU-R BT.601; their chroma is taken to lie in the middle of
    /// its four pixels.
    ///
    /// Mirrored orientations are accepted here and refused by the tasks.
    /// - Parameters:
    ///   - pixelBuffer: The pixels: 32BGRA, or 8-bit 4:2:0 of two planes in video or full range.
    ///   - orientation: How the pixels have to be turned to be upright.
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
    ///   - orientation: How the pixels have to be turned to be upright.
    /// - Throws: `TasksError` with `invalidArgumentError` for a sample buffer without image, another pixel format or
    ///   another matrix.
    public convenience init(sampleBuffer: CMSampleBuffer, orientation: MPImageOrientation) throws {
      guard let pixelBuffer = CMSampleBufferGetImageBuffer(sampleBuffer) else {
        throw TasksError.invalidArgument("The sample buffer has no image buffer; only those of pictures are taken.")
      }
      self.init(
        imageBuffer: try PixelBufferPixels.imageBuffer(of: pixelBuffer), orientation: ImageOrientation(orientation),
        source: MPImageSource.sampleBuffer(sampleBuffer), sourceType: .sampleBuffer)
    }

    /// The pixel buffer that the image was made from, otherwise nil.
    public var pixelBuffer: CVPixelBuffer? {
      if case .pixelBuffer(let buffer)? = source as? MPImageSource { buffer } else { nil }
    }

    /// The sample buffer that the image was made from, otherwise nil.
    public var sampleBuffer: CMSampleBuffer? {
      if case .sampleBuffer(let buffer)? = source as? MPImageSource { buffer } else { nil }
    }
  }
#endif
