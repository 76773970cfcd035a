/// Apple's cameras, of which only the words for their places are offered; `Camera` of VisionMedia opens a computer's.
public enum AVCaptureDevice {
  /// Where on a phone a camera is, with Apple's raw values.
  public enum Position: Int, Sendable {
    /// Not known.
    case unspecified = 0
    /// On the back.
    case back = 1
    /// Beside the screen.
    case front = 2
  }
}
