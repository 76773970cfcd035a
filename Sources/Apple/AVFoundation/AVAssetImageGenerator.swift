import VisionMedia

/// Reads single images of a video, in place of Apple's class of this name.
///
/// The image is always exactly the one shown at the requested time, which is within every tolerance; after the video's
/// end it is the last one. Increasing times are fast, since the video is decoded onward from the last image. Concurrent
/// calls wait for each other.
public final class AVAssetImageGenerator: NSObject, Sendable {
  private struct Settings {
    var appliesTransform = false
    var maximumSize = CGSize.zero
    var toleranceBefore = CMTime.positiveInfinity
    var toleranceAfter = CMTime.positiveInfinity
    var cancellations = 0
  }

  /// The video.
  public let asset: AVAsset
  private let finder = Locked<VideoFrameFinder?>(nil)
  private let settings = Locked(Settings())

  /// Makes a generator. The first request for an image opens the video.
  public init(asset: AVAsset) {
    self.asset = asset
    super.init()
  }

  /// Whether images are rotated upright by the video's metadata; false by default: images are as stored.
  public var appliesPreferredTrackTransform: Bool {
    get { settings.withLock { $0.appliesTransform } }
    set { settings.withLock { $0.appliesTransform = newValue } }
  }

  /// Maximum size of images in pixels. Larger images are scaled down, keeping the aspect ratio. A side of 0 sets no
  /// limit; the default is `.zero`.
  public var maximumSize: CGSize {
    get { settings.withLock { $0.maximumSize } }
    set { settings.withLock { $0.maximumSize = newValue } }
  }

  /// How much earlier than requested an image may be. Stored without effect: images are exact.
  public var requestedTimeToleranceBefore: CMTime {
    get { settings.withLock { $0.toleranceBefore } }
    set { settings.withLock { $0.toleranceBefore = newValue } }
  }

  /// How much later than requested an image may be. Stored without effect: images are exact.
  public var requestedTimeToleranceAfter: CMTime {
    get { settings.withLock { $0.toleranceAfter } }
    set { settings.withLock { $0.toleranceAfter = newValue } }
  }

  /// Returns the image shown at a time. Blocks while it is decoded.
  ///
  /// - Parameters:
  ///   - requestedTime: The time after the first image, 0 or more.
  ///   - actualTime: Set to the image's presentation time; may be nil.
  /// - Returns: The image.
  /// - Throws: `TasksError` with `invalidArgumentError` for a negative or non-numeric time,
  ///   `unimplementedError` for an asset that is no file, and the errors of `VideoReader` for unreadable files.
  public func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let (image, time) = try read(at: requestedTime)
    actualTime?.pointee = time
    return image
  }

  private func read(at requestedTime: CMTime) throws -> (image: CGImage, actualTime: CMTime) {
    guard requestedTime.isNumeric, requestedTime >= .zero else {
      throw TasksError.invalidArgument(
        "The time \(requestedTime.seconds.plainText) s is not allowed; give one of 0 s or more after the video's beginning."
      )
    }
    let time = VideoTime(value: Int(requestedTime.value), timescale: Int(requestedTime.timescale))
    let (frame, orientation) = try finder.withLock { open in
      let finder = try open ?? asset.openFinder()
      open = finder
      return (try finder.frame(at: time), finder.storedOrientation)
    }
    let image = try appliesPreferredTrackTransform ? frame.image : frame.image.upright(from: orientation.inverse)
    return (CGImage(imageBuffer: try fitting(image)), CMTime(frame.time))
  }

  private func fitting(_ image: ImageBuffer) throws -> ImageBuffer {
    func factor(_ limit: CGFloat, _ length: Int) -> CGFloat { limit > 0 ? limit / CGFloat(length) : 1 }
    let box = maximumSize
    let scale = min(factor(box.width, image.width), factor(box.height, image.height), 1)
    guard scale < 1 else { return image }
    func scaled(_ length: Int) -> Int { max(Int((CGFloat(length) * scale).rounded()), 1) }
    return try image.scaled(toWidth: scaled(image.width), height: scaled(image.height))
  }

  /// Cancels `images(for:)` and the methods with completion handlers: remaining times are `.cancelled`.
  public func cancelAllCGImageGeneration() { settings.withLock { $0.cancellations += 1 } }

  /// The number of cancellations so far; a request is cancelled when it has changed since.
  var cancellationCount: Int { settings.withLock { $0.cancellations } }

  /// Returns the image shown at a time, without blocking the caller's thread.
  ///
  /// - Parameter time: The time after the first image, 0 or more.
  /// - Returns: The image and its presentation time.
  /// - Throws: As `copyCGImage(at:actualTime:)`.
  public func image(at time: CMTime) async throws -> (image: CGImage, actualTime: CMTime) {
    try await DispatchQueue.global().run { try self.read(at: time) }
  }

  /// The outcome of a request for an image, with Apple's raw values.
  public enum Result: Int, Sendable {
    /// The image was read.
    case succeeded = 0
    /// Reading failed with an error.
    case failed = 1
    /// `cancelAllCGImageGeneration()` was called.
    case cancelled = 2
  }

  /// Reads the images shown at several times, and returns at once.
  ///
  /// - Parameters:
  ///   - requestedTimes: The times after the first image, each made by `NSValue(time:)`.
  ///   - handler: Called once for each time, in order. Errors are those of `copyCGImage(at:actualTime:)`.
  public func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    let times = requestedTimes.map(\.timeValue)
    let cancellations = cancellationCount
    DispatchQueue.global().async {
      for time in times {
        guard self.cancellationCount == cancellations else {
          handler(time, nil, .invalid, .cancelled, nil)
          continue
        }
        do {
          let (image, actualTime) = try self.read(at: time)
          handler(time, image, actualTime, .succeeded, nil)
        } catch { handler(time, nil, .invalid, .failed, error) }
      }
    }
  }

  /// Reads the image shown at a time, and returns at once.
  ///
  /// - Parameters:
  ///   - requestedTime: The time after the first image, 0 or more.
  ///   - handler: Receives the image, its presentation time, and the error; on a background thread.
  public func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    generateCGImagesAsynchronously(forTimes: [NSValue(time: requestedTime)]) { _, image, actualTime, result, error in
      handler(image, actualTime, result == .cancelled ? CancellationError() : error)
    }
  }

  /// Returns the images shown at several times, each read on demand.
  ///
  /// ```swift
  /// for await result in generator.images(for: times) {
  ///   let image = try result.image
  /// }
  /// ```
  ///
  /// - Parameter times: The times after the first image, 0 or more each.
  /// - Returns: The image or the error of `copyCGImage(at:actualTime:)` for each time, in the order of the times.
  public func images(for times: [CMTime]) -> Images { Images(generator: self, times: times) }

  /// The images of a video at several times; see `images(for:)`. The sequence ends early in a cancelled task.
  public struct Images: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let generator: AVAssetImageGenerator
    private let cancellations: Int
    private var times: ArraySlice<CMTime>

    init(generator: AVAssetImageGenerator, times: [CMTime]) {
      (self.generator, self.times, cancellations) = (generator, times[...], generator.cancellationCount)
    }

    /// An iterator over the remaining times.
    public func makeAsyncIterator() -> Images { self }

    /// Waits for the next image, or its error; nil after the last one.
    public mutating func next() async -> Element? {
      guard !Task.isCancelled, let time = times.popFirst() else { return nil }
      guard generator.cancellationCount == cancellations else {
        return .failure(requestedTime: time, error: CancellationError())
      }
      do {
        let (image, actualTime) = try await generator.image(at: time)
        return .success(requestedTime: time, image: image, actualTime: actualTime)
      } catch { return .failure(requestedTime: time, error: error) }
    }

    /// The outcome of the request for a time.
    public enum Element: Sendable {
      /// The image was read; `actualTime` is its presentation time.
      case success(requestedTime: CMTime, image: CGImage, actualTime: CMTime)
      /// Reading failed.
      case failure(requestedTime: CMTime, error: any Error)

      /// The requested time.
      public var requestedTime: CMTime {
        switch self {
        case .success(let time, _, _), .failure(let time, _): time
        }
      }

      /// The image.
      ///
      /// - Throws: The error of the request.
      public var image: CGImage { get throws { try outcome.get().image } }

      /// The image's presentation time.
      ///
      /// - Throws: The error of the request.
      public var actualTime: CMTime { get throws { try outcome.get().time } }

      private var outcome: Swift.Result<(image: CGImage, time: CMTime), any Error> {
        switch self {
        case .success(_, let image, let time): .success((image, time))
        case .failure(_, let error): .failure(error)
        }
      }
    }
  }
}

/// Receives the requested time, the image, its presentation time, the outcome and the error. Called on a background
/// thread, one call at a time.
public typealias AVAssetImageGeneratorCompletionHandler =
  @Sendable (CMTime, CGImage?, CMTime, AVAssetImageGenerator.Result, (any Error)?) -> Void

extension NSValue {
  /// The Objective-C type encoding of a `CMTime`: a byte array, which Foundation supports on Linux.
  private static let encodingOfTime = "[\(MemoryLayout<CMTime>.size)C]"

  /// Wraps a time in an object, for lists of times.
  public convenience init(time: CMTime) {
    self.init(bytes: withUnsafeBytes(of: time) { Array($0) }, objCType: Self.encodingOfTime)
  }

  /// The time; `.invalid` for an object that was not made by `init(time:)`.
  public var timeValue: CMTime {
    guard String(cString: objCType) == Self.encodingOfTime else { return .invalid }
    var time = CMTime.invalid
    getValue(&time)
    return time
  }
}
