/// Which way up a camera's images are, with Apple's cases and raw values.
///
/// A device on its side has the opposite word in `UIDeviceOrientation`, which names the side the device was turned to.
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
