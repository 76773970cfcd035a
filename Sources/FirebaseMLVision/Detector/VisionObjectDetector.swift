import Foundation
import VisionErrors

/// Finds objects in images, and in stream mode follows them from frame to frame.
///
/// ```swift
/// let objectDetector = Vision.vision().objectDetector()
/// objectDetector.process(VisionImage(buffer: sampleBuffer)) { objects, error in … }
/// ```
///
/// May be called from any thread; images are worked on one after another. A call that fails leaves the detector usable. In
/// stream mode an image of another size begins another stream; numbers are never given twice by one detector.
public final class VisionObjectDetector: NSObject, Sendable {
  private let engine: DetectorEngine
  private let line: FrameQueue

  init(options: VisionObjectDetectorOptions) {
    engine = DetectorEngine(options: options)
    line = FrameQueue(
      engine: engine, keepsNewestOnly: options.detectorMode == .stream, completionQueue: options.completionQueue)
    super.init()
  }

  /// The images that may wait in single-image mode, beside the one that is worked on. An addition.
  public static let waitingImageLimit = 100

  /// Finds the objects in an image and returns at once; the completion is called later, once.
  ///
  /// In stream mode one image is worked on and the newest one waits. An image that another one replaces has an error with
  /// `cancelledError`, whose message has the time of the newest result; in a burst that is most of them. In single-image mode
  /// images wait in their order, `waitingImageLimit` at most; one more has an error with `resourceExhaustedError`.
  ///
  /// Completions are called one after another; one that does not return holds up the others for a second and the detector
  /// not at all. `VisionObjectDetectorOptions.completionQueue` says where: the main queue on Apple's platforms, elsewhere a
  /// private thread. So the completion is `@Sendable`, and a `@MainActor` class changes its state in a task:
  ///
  /// ```swift
  /// objectDetector.process(image) { objects, error in
  ///   Task { @MainActor in self.objects = objects ?? [] }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - image: The image. Its pixels must not be changed until the completion is called.
  ///   - completion: Gets the objects, the most prominent first, none of them being no error; or nil and the reason why there
  ///     are none: a `TasksError` with `invalidArgumentError` for an image or an option that is not allowed, `notFoundError`
  ///     for a model that is missing, `cancelledError` for an image that was dropped, `resourceExhaustedError` when too many
  ///     wait.
  @preconcurrency
  public func process(_ image: VisionImage, completion: @escaping VisionObjectDetectionCallback) {
    line.add(Result { try image.content() }) { result in
      switch result {
      case .success(let objects): completion(objects, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Finds the objects in an image. Blocks until done.
  ///
  /// - Parameter image: The image.
  /// - Returns: The objects, the most prominent first; empty when there is none. At most five, or one.
  /// - Throws: As `process(_:completion:)` says.
  public func results(in image: VisionImage) throws -> [VisionObject] {
    try engine.objects(in: image.content()).objects
  }

  /// Opens the models now instead of with the first image. An addition.
  ///
  /// - Throws: `TasksError` with `notFoundError` for a model that is missing, `invalidArgumentError` for one that is none and
  ///   for an option that is not allowed.
  public func prepare() throws { try engine.prepare() }

  /// The images that were given to `process(_:completion:)` and dropped because the detector was busy. An addition.
  public var droppedFrameCount: Int { line.droppedCount }

  /// Forgets the objects that are followed, for another stream; the models stay open. An addition.
  public func reset() { engine.reset() }
}
