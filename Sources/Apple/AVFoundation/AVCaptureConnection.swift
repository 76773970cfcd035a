import AppleBase
import Foundation
import VisionCore

/// The connection of a capture session's input to one of its outputs, in place of Apple's class of this name.
public final class AVCaptureConnection: NSObject, Sendable {
  private struct State {
    weak var output: AVCaptureOutput?
    var isEnabled = true
    var isMirrored = false
    var orientation = AVCaptureVideoOrientation.portrait
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

  /// Stored without effect: images are always upright. `.portrait` by default.
  public var videoOrientation: AVCaptureVideoOrientation {
    get { state.withLock { $0.orientation } }
    set { state.withLock { $0.orientation = newValue } }
  }

  /// Always false: images are not rotated.
  public var isVideoOrientationSupported: Bool { false }
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
