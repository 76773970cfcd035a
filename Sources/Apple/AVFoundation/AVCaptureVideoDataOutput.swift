import VisionMedia

/// Delivers a camera's images to a delegate as sample buffers with BGRA or 4:2:0 pixels, in place of Apple's class of
/// this name.
///
/// `@unchecked Sendable` is safe because mutable state is accessed under the condition's lock only, on which images
/// wait for a busy delegate.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
  /// Maximum number of pending drop notices, for a delegate that does not return.
  private static let dropNoticeLimit = 1000
  private let condition = NSCondition()
  private weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
  private var queue: DispatchQueue?
  private var settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  private var discardsLateFrames = true
  private var isBusy = false
  private var dropped: [CMSampleBuffer] = []

  /// Makes an output without a delegate.
  public override init() { super.init() }

  /// The delegate, set by `setSampleBufferDelegate(_:queue:)`.
  public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
    condition.withLock { delegate }
  }

  /// The queue on which the delegate is called.
  public var sampleBufferCallbackQueue: DispatchQueue? { condition.withLock { queue } }

  /// Sets the delegate and its queue.
  ///
  /// - Parameters:
  ///   - sampleBufferDelegate: The delegate, held weakly; nil for none.
  ///   - sampleBufferCallbackQueue: The serial queue of its calls; with nil it is not called.
  public func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) { condition.withLock { (delegate, queue) = (sampleBufferDelegate, sampleBufferCallbackQueue) } }

  /// The image settings, by Core Video's keys. Only `kCVPixelBufferPixelFormatTypeKey` is used; nil sets the default.
  /// The default, `kCVPixelFormatType_32BGRA`, is the fastest. The formats of 4:2:0 are computed from it, by BT.601. A
  /// session with another format does not start: it posts `AVCaptureSessionRuntimeError` and says so on standard error.
  public var videoSettings: [String: Any]! {
    get { condition.withLock { settings } }
    set { condition.withLock { settings = newValue ?? [:] } }
  }

  /// The supported pixel formats.
  public var availableVideoPixelFormatTypes: [OSType] { SampleBufferMaker.formats }

  /// Whether images that arrive while the delegate is busy are dropped; true by default. Otherwise they wait: all
  /// images of a file are delivered, and a camera drops images itself.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { condition.withLock { discardsLateFrames } }
    set { condition.withLock { discardsLateFrames = newValue } }
  }

  func pixelFormat() throws -> OSType {
    try SampleBufferMaker.format(in: condition.withLock { settings }, "videoSettings")
  }

  func deliver(
    _ maker: SampleBufferMaker, _ frame: VideoFrame, at time: CMTime, by connection: AVCaptureConnection,
    unless isStopped: () -> Bool
  ) throws {
    guard let queue = reserve(time, maker.formatDescription, connection, isStopped) else { return }
    do {
      let image = try connection.isVideoMirrored ? frame.image.upright(from: .upMirrored) : frame.image
      let sampleBuffer = try maker.sampleBuffer(of: image, at: time)
      queue.async { [self] in
        sampleBufferDelegate?.captureOutput(self, didOutput: sampleBuffer, from: connection)
        release()
      }
    } catch {
      release()
      throw error
    }
  }

  func wake() { condition.withLock { condition.broadcast() } }

  /// Reserves the delegate for one image and returns its queue; nil if the image is dropped or there is no delegate.
  private func reserve(
    _ time: CMTime, _ format: CMFormatDescription?, _ connection: AVCaptureConnection, _ isStopped: () -> Bool
  ) -> DispatchQueue? {
    condition.withLock {
      while isBusy, !discardsLateFrames, !isStopped() { condition.wait() }
      guard !isStopped(), delegate != nil, let queue else { return nil }
      guard isBusy else {
        isBusy = true
        return queue
      }
      if let format, dropped.count < Self.dropNoticeLimit {
        dropped.append(CMSampleBuffer(droppedAt: time, formatDescription: format))
        if dropped.count == 1 { queue.async { [self] in reportDropped(connection) } }
      }
      return nil
    }
  }

  private func release() {
    condition.withLock {
      isBusy = false
      condition.broadcast()
    }
  }

  private func reportDropped(_ connection: AVCaptureConnection) {
    let (all, delegate) = condition.withLock {
      defer { dropped = [] }
      return (dropped, self.delegate)
    }
    for sampleBuffer in all { delegate?.captureOutput(self, didDrop: sampleBuffer, from: connection) }
  }
}

/// Receives a camera's images from an `AVCaptureVideoDataOutput`, in place of Apple's protocol of this name.
///
/// The methods are called on the delegate's queue. The protocol does not inherit from `Sendable`, so that classes
/// written for iOS compile unchanged; a class with state has to synchronize it.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// Receives an image.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - sampleBuffer: The image and its time.
  ///   - connection: The connection of the image.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

  /// Receives the time of an image that was dropped because the delegate was busy.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - sampleBuffer: The image's time; it has no image buffer.
  ///   - connection: The connection of the image.
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
  /// Does nothing; the method is optional.
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}

  /// Does nothing; the method is optional.
  public func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}
