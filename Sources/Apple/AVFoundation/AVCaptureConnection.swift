import Foundation

/// The way from a capture session's input to one of its outputs, in place of Apple's class of this name.
///
/// Sendable since what changes is touched under the lock only.
public final class AVCaptureConnection: NSObject, @unchecked Sendable {
  /// The output; nil when it was let go.
  public private(set) weak var output: AVCaptureOutput?
  private let lock = NSLock()
  private var enabled = true
  private var mirrored = false
  private var orientation = AVCaptureVideoOrientation.portrait

  init(output: AVCaptureOutput) {
    self.output = output
    super.init()
  }

  /// Whether images pass; true by default.
  public var isEnabled: Bool {
    get { lock.withLock { enabled } }
    set { lock.withLock { enabled = newValue } }
  }

  /// Whether images are mirrored, left and right; false by default.
  public var isVideoMirrored: Bool {
    get { lock.withLock { mirrored } }
    set { lock.withLock { mirrored = newValue } }
  }

  /// True: images can be mirrored.
  public var isVideoMirroringSupported: Bool { true }

  /// Noted and without effect: images come upright, whatever is assigned. `.portrait` by default.
  public var videoOrientation: AVCaptureVideoOrientation {
    get { lock.withLock { orientation } }
    set { lock.withLock { orientation = newValue } }
  }

  /// False: images are not rotated.
  public var isVideoOrientationSupported: Bool { false }
}
