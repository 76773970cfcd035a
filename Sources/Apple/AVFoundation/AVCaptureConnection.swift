import VisionCore

/// An input of a capture session, in place of Apple's class of this name.
public class AVCaptureInput: NSObject, @unchecked Sendable {
  // `@unchecked Sendable` is safe because it has no state.
  override init() { super.init() }
}

/// A device as the input of a capture session, in place of Apple's class of this name.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
  // `@unchecked Sendable` is safe as for the superclass: it adds a constant only.

  /// The device.
  public let device: AVCaptureDevice

  /// Makes an input of a device, which is opened when the session starts.
  ///
  /// - Throws: Never. Apple's initializer throws for a device that cannot be opened; here the session reports it, see
  ///   `AVCaptureSession.startRunning()`.
  public init(device: AVCaptureDevice) throws {
    self.device = device
    super.init()
  }
}

/// An output of a capture session, in place of Apple's class of this name.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
  // `@unchecked` because the class is not final. Its only property is safe to share.
  private let current = Locked<AVCaptureConnection?>(nil)

  override init() { super.init() }

  /// The connection to the session's input; empty until the session has both input and output.
  public var connections: [AVCaptureConnection] { current.withLock { $0.map { [$0] } ?? [] } }

  /// The connection for a media type; nil until the session has both input and output, and for audio.
  public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    mediaType == .video ? connections.first : nil
  }

  func connect(_ isConnected: Bool) {
    current.withLock { current in
      guard isConnected != (current != nil) else { return }
      current = isConnected ? AVCaptureConnection(output: self) : nil
    }
  }
}

/// The connection of a capture session's input to one of its outputs, in place of Apple's class of this name.
public final class AVCaptureConnection: NSObject, Sendable {
  private struct State {
    weak var output: AVCaptureOutput?
    var isEnabled = true
    var isMirrored = false
    var adjustsMirroring = true
    var orientation = AVCaptureVideoOrientation.portrait
    var rotationAngle: CGFloat = 0
  }

  private let state: Locked<State>

  init(output: AVCaptureOutput) {
    state = Locked(State(output: output))
    super.init()
  }

  /// The output; nil after it was released.
  public var output: AVCaptureOutput? { state.withLock { $0.output } }

  /// Whether images are delivered; true by default.
  public var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { state.withLock { $0.isEnabled = newValue } }
  }

  /// Whether images are mirrored horizontally; false by default.
  public var isVideoMirrored: Bool {
    get { state.withLock { $0.isMirrored } }
    set { state.withLock { $0.isMirrored = newValue } }
  }

  /// Always true.
  public var isVideoMirroringSupported: Bool { true }

  /// Stored without effect: images are mirrored by `isVideoMirrored` alone. True by default.
  public var automaticallyAdjustsVideoMirroring: Bool {
    get { state.withLock { $0.adjustsMirroring } }
    set { state.withLock { $0.adjustsMirroring = newValue } }
  }

  /// Stored without effect: images are always upright. `.portrait` by default.
  public var videoOrientation: AVCaptureVideoOrientation {
    get { state.withLock { $0.orientation } }
    set { state.withLock { $0.orientation = newValue } }
  }

  /// Always false: images are not rotated.
  public var isVideoOrientationSupported: Bool { false }

  /// Stored without effect: images are always upright. In degrees clockwise, 0 by default.
  public var videoRotationAngle: CGFloat {
    get { state.withLock { $0.rotationAngle } }
    set { state.withLock { $0.rotationAngle = newValue } }
  }

  /// Whether images are rotated by an angle in degrees; true for 0 only.
  public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool { videoRotationAngle == 0 }
}

/// The orientation of a camera's images, with Apple's cases and raw values.
///
/// Left and right are swapped compared with `UIDeviceOrientation`.
public enum AVCaptureVideoOrientation: Int, Sendable {
  /// Upright, the home button at the bottom.
  case portrait = 1
  /// Upright, the home button at the top.
  case portraitUpsideDown = 2
  /// On its side, the home button at the right.
  case landscapeRight = 3
  /// On its side, the home button at the left.
  case landscapeLeft = 4
}
