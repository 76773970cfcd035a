import AppleBase
import Foundation
import VisionMedia

extension AVCaptureSession {
  /// A requested quality of a camera's images, with Apple's raw values.
  public struct Preset: RawRepresentable, Hashable, Sendable {
    /// The preset's name.
    public let rawValue: String

    /// Makes a preset from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The camera's default size.
    public static let high = Preset(rawValue: "AVCaptureSessionPresetHigh")
    /// The camera's default size.
    public static let medium = Preset(rawValue: "AVCaptureSessionPresetMedium")
    /// The camera's default size.
    public static let low = Preset(rawValue: "AVCaptureSessionPresetLow")
    /// The camera's default size.
    public static let photo = Preset(rawValue: "AVCaptureSessionPresetPhoto")
    /// 352 x 288 pixels.
    public static let cif352x288 = Preset(rawValue: "AVCaptureSessionPreset352x288")
    /// 640 x 480 pixels.
    public static let vga640x480 = Preset(rawValue: "AVCaptureSessionPreset640x480")
    /// 1280 x 720 pixels.
    public static let hd1280x720 = Preset(rawValue: "AVCaptureSessionPreset1280x720")
    /// 1920 x 1080 pixels.
    public static let hd1920x1080 = Preset(rawValue: "AVCaptureSessionPreset1920x1080")
    /// 3840 x 2160 pixels.
    public static let hd4K3840x2160 = Preset(rawValue: "AVCaptureSessionPreset3840x2160")

    /// The corresponding camera options.
    var options: CameraOptions {
      let sizes: [Preset: (Int, Int)] = [
        .cif352x288: (352, 288), .vga640x480: (640, 480), .hd1280x720: (1280, 720), .hd1920x1080: (1920, 1080),
        .hd4K3840x2160: (3840, 2160),
      ]
      var options = CameraOptions()
      if let (width, height) = sizes[self] { options.size = (width: width, height: height) }
      return options
    }
  }
}

extension NSNotification.Name {
  /// A session started.
  public static let AVCaptureSessionDidStartRunning = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
  /// A session stopped: by `stopRunning()`, at the end of its file, or after a failure.
  public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
  /// A session could not start, or its camera failed; see `AVCaptureSessionErrorKey`.
  public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
}

/// The key of the error, a `TasksError`, in a notification of `AVCaptureSessionRuntimeError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

extension AVCaptureSession {
  /// `NSNotification.Name.AVCaptureSessionDidStartRunning`.
  public static let didStartRunningNotification = NSNotification.Name.AVCaptureSessionDidStartRunning
  /// `NSNotification.Name.AVCaptureSessionDidStopRunning`.
  public static let didStopRunningNotification = NSNotification.Name.AVCaptureSessionDidStopRunning
  /// `NSNotification.Name.AVCaptureSessionRuntimeError`.
  public static let runtimeErrorNotification = NSNotification.Name.AVCaptureSessionRuntimeError
}
