/// Detects objects in images, and in stream mode tracks them from frame to frame.
///
/// ```swift
/// let objectDetector = Vision.vision().objectDetector()
/// objectDetector.process(VisionImage(buffer: sampleBuffer)) { objects, error in … }
/// ```
///
/// May be called from any thread; images are processed one at a time. After a call that fails the detector stays
/// usable. In stream mode an image of another size begins another stream. A detector never reuses tracking IDs.
public final class VisionObjectDetector: NSObject, Sendable {
  private let engine: DetectorEngine
  private let frames: FrameQueue

  init(options: VisionObjectDetectorOptions) {
    engine = DetectorEngine(options: options)
    frames = FrameQueue(
      engine: engine, keepsNewestOnly: options.detectorMode == .stream, completionQueue: options.completionQueue)
    super.init()
  }

  /// The maximum number of waiting images in single-image mode, besides the one being processed. An addition to ML Kit.
  public static let waitingImageLimit = 100

  /// Detects the objects in an image and returns at once. The completion is called later, exactly once.
  ///
  /// In stream mode one image is processed and the newest one waits. An image that a newer one replaces fails with
  /// `cancelledError`, whose message has the time of the newest result; in a burst most images do. In single-image mode
  /// images wait in order, at most `waitingImageLimit`; a further one fails with `resourceExhaustedError`.
  ///
  /// Completions are called one at a time. One that does not return delays the others by a second, and never the
  /// detector. They are called on `VisionObjectDetectorOptions.completionQueue`, by default the main queue on Apple's
  /// platforms and a private thread elsewhere. The completion is therefore `@Sendable`, and a `@MainActor` class
  /// updates its state in a task:
  ///
  /// ```swift
  /// objectDetector.process(image) { objects, error in
  ///   Task { @MainActor in self.objects = objects ?? [] }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - image: The image. Do not change its pixels until the completion is called.
  ///   - completion: Receives the objects, most prominent first, possibly empty; or nil and a `TasksError`:
  ///     `invalidArgumentError` for an invalid image or option, `notFoundError` for a missing model, `cancelledError`
  ///     for a dropped image, `resourceExhaustedError` when too many images wait.
  @preconcurrency public func process(_ image: VisionImage, completion: @escaping VisionObjectDetectionCallback) {
    frames.add(Result { try image.content() }) { result in
      switch result {
      case .success(let objects): completion(objects, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Detects the objects in an image. Blocks until done.
  ///
  /// - Parameter image: The image.
  /// - Returns: The objects, most prominent first; empty when there is none. At most five, or one.
  /// - Throws: The errors of `process(_:completion:)`.
  public func results(in image: VisionImage) throws -> [VisionObject] {
    try engine.objects(in: image.content()).objects
  }

  /// Opens the models now instead of with the first image. An addition to ML Kit.
  ///
  /// - Throws: `TasksError` with `notFoundError` for a missing model, `invalidArgumentError` for an invalid model or
  ///   option.
  public func prepare() throws { try engine.prepare() }

  /// The number of images that `process(_:completion:)` dropped because the detector was busy. An addition to ML Kit.
  public var droppedFrameCount: Int { frames.droppedCount }

  /// Discards the tracked objects and begins another stream; the models stay open. An addition to ML Kit.
  public func reset() { engine.reset() }
}

/// A completion of `VisionObjectDetector`: receives the objects, or nil and the error.
///
/// `@Sendable`, because it is called on another thread. Code in Swift 5 mode does not need the attribute.
@preconcurrency
public typealias VisionObjectDetectionCallback = @Sendable (_ objects: [VisionObject]?, _ error: (any Error)?) -> Void

/// The entry point of ML Kit's vision tasks. Object detection and tracking are implemented.
///
/// ```swift
/// let objectDetector = Vision.vision().objectDetector()
/// ```
public final class Vision: NSObject, Sendable {
  private static let shared = Vision()

  /// Returns the shared instance.
  public static func vision() -> Vision { shared }
  /// Makes an object detector with default options: stream mode, the most prominent object only, no classification.
  public func objectDetector() -> VisionObjectDetector { objectDetector(options: VisionObjectDetectorOptions()) }

  /// Makes an object detector. Later changes of `options` have no effect on it.
  ///
  /// Cannot fail, as in ML Kit: the models are opened with the first image, and an invalid model or option is an error
  /// of that image.
  ///
  /// - Parameter options: The detector's options.
  /// - Returns: A new detector with its own tracking IDs.
  public func objectDetector(options: VisionObjectDetectorOptions) -> VisionObjectDetector {
    VisionObjectDetector(options: options)
  }
}
