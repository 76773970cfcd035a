#if os(Linux) || canImport(UIKit)
  import VisionCore

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
        imageBuffer: try CGImagePixels.imageBuffer(of: pixels), orientation: ImageOrientation(orientation),
        source: MPImageSource.image(uiImage), sourceType: .image,
        swapsSides: ImageOrientation(uiImage.imageOrientation).clockwiseDegrees % 180 != 0)
    }

    /// The `UIImage` that the image was made from; nil for other sources.
    public var image: UIImage? {
      if case .image(let image)? = source as? MPImageSource { image } else { nil }
    }
  }
#endif

extension ImageOrientation {
  #if canImport(UIKit) && !os(Linux)
    /// Converts UIKit's orientation, which has the same raw values; `.up` for unknown future cases.
    init(_ orientation: UIImage.Orientation) {
      self = ImageOrientation(rawValue: orientation.rawValue) ?? .up
    }
  #else
    /// Returns the orientation itself: without the system's UIKit the types are the same.
    init(_ orientation: ImageOrientation) {
      self = orientation
    }
  #endif
}
