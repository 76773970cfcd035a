import Foundation
import VisionErrors
import VisionImaging
import VisionMedia

/// Gives a camera's images to a delegate as sample buffers with BGRA pixels, in place of Apple's class of this name.
///
/// Sendable since what changes is touched under the condition's lock only; what the delegate does on its queue is its own
/// concern.
public final class AVCaptureVideoDataOutput: AVCaptureOutput, @unchecked Sendable {
  /// Dropped images of which a delegate that does not return is going to hear at most.
  private static let dropNoticeLimit = 1000

  private let condition = NSCondition()
  private weak var delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?
  private var queue: DispatchQueue?
  private var settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
  private var discardsLateFrames = true
  /// Whether an image is on its way to the delegate or with it.
  private var isBusy = false
  private var dropped: [CMSampleBuffer] = []

  /// Makes an output without a delegate.
  public override init() { super.init() }

  /// Who gets the images, set by `setSampleBufferDelegate(_:queue:)`.
  public var sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)? {
    condition.withLock { delegate }
  }

  /// The queue on which the delegate is called.
  public var sampleBufferCallbackQueue: DispatchQueue? { condition.withLock { queue } }

  /// Sets who gets the images.
  ///
  /// - Parameters:
  ///   - sampleBufferDelegate: The delegate, held weakly; nil for none.
  ///   - sampleBufferCallbackQueue: A serial queue on which it is called; without one it gets nothing.
  public func setSampleBufferDelegate(
    _ sampleBufferDelegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?,
    queue sampleBufferCallbackQueue: DispatchQueue?
  ) {
    condition.withLock {
      delegate = sampleBufferDelegate
      queue = sampleBufferCallbackQueue
    }
  }

  /// What images have to be like, by Core Video's keys; `kCVPixelBufferPixelFormatTypeKey` is read, others are not. nil sets
  /// the default, `kCVPixelFormatType_32BGRA`, which is all that is offered: a session with another one does not start.
  public var videoSettings: [String: Any]! {
    get { condition.withLock { settings } }
    set { condition.withLock { settings = newValue ?? [:] } }
  }

  /// The pixel formats that images can have.
  public var availableVideoPixelFormatTypes: [OSType] { [kCVPixelFormatType_32BGRA] }

  /// Whether images are dropped that come while the delegate is busy; true by default. Otherwise they wait: a file's are
  /// all delivered, and a camera drops them itself.
  public var alwaysDiscardsLateVideoFrames: Bool {
    get { condition.withLock { discardsLateFrames } }
    set { condition.withLock { discardsLateFrames = newValue } }
  }

  /// Refuses settings that cannot be met.
  func checkSettings() throws {
    let key = kCVPixelBufferPixelFormatTypeKey as String
    guard let wish = condition.withLock({ settings[key] }) else { return }
    let format = (wish as? OSType) ?? (wish as? Int).flatMap { OSType(exactly: $0) } ?? (wish as? NSNumber)?.uint32Value
    guard let format, availableVideoPixelFormatTypes.contains(format) else {
      throw TasksError(
        .unimplementedError,
        "The pixel format \(wish) in videoSettings is not offered; set kCVPixelFormatType_32BGRA.")
    }
  }

  /// Takes an image of the session's, which waits or is dropped while the delegate is busy.
  ///
  /// - Parameters:
  ///   - maker: Makes the sample buffer; only asked for an image that is delivered.
  ///   - frame: The image.
  ///   - time: Its time.
  ///   - connection: The connection that the image comes by.
  ///   - isStopped: Whether the session has ended, asked while the image waits.
  /// - Throws: What the maker throws.
  func take(
    _ maker: SampleBufferMaker, _ frame: VideoFrame, at time: CMTime, by connection: AVCaptureConnection,
    unless isStopped: () -> Bool
  ) throws {
    guard let queue = reserve(time, maker.formatDescription, connection, isStopped) else { return }
    do {
      let sampleBuffer = try maker.sampleBuffer(of: frame, at: time, isMirrored: connection.isVideoMirrored)
      queue.async { [self] in
        sampleBufferDelegate?.captureOutput(self, didOutput: sampleBuffer, from: connection)
        release()
      }
    } catch {
      release()
      throw error
    }
  }

  /// Wakes an image that waits, to ask whether the session has ended.
  func wake() { condition.withLock { condition.broadcast() } }

  /// The delegate's queue, for one image; nil where the image is not wanted, or dropped.
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

  /// Tells the delegate of dropped images. On its queue.
  private func reportDropped(_ connection: AVCaptureConnection) {
    let (all, delegate) = condition.withLock {
      defer { dropped = [] }
      return (dropped, self.delegate)
    }
    for sampleBuffer in all { delegate?.captureOutput(self, didDrop: sampleBuffer, from: connection) }
  }
}
