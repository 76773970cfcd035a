import Foundation

/// A camera, or a video that replaces one, in place of Apple's class of this name.
///
/// It opens a `MediaSource` of VisionMedia: a device such as `/dev/video0`, a video file, a URL such as
/// `rtsp://host/path`, or FFmpeg's test images (`lavfi:testsrc2=size=640x480:rate=30,realtime`). Select it with
/// `init(uniqueID:)` or `init(url:)`. The default camera is the value of the environment variable `VISION_CAMERA`, or
/// `/dev/video0`.
public final class AVCaptureDevice: NSObject, Sendable {
  /// The position of a phone's camera, with Apple's raw values.
  public enum Position: Int, Sendable {
    /// Unknown.
    case unspecified = 0
    /// On the back.
    case back = 1
    /// On the front.
    case front = 2
  }

  /// A type of camera, with Apple's raw values.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// The type's name.
    public let rawValue: String

    /// Makes a type from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A phone's main camera.
    public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    /// An external camera, the type of all cameras here.
    public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
  }

  /// The device's ID: the string that it was made from.
  public let uniqueID: String
  /// The requested position, since a computer's camera has none.
  public let position: Position

  /// Makes a device whose source is there.
  package init(present uniqueID: String, position: Position) {
    self.uniqueID = uniqueID
    self.position = position
    super.init()
  }
}
