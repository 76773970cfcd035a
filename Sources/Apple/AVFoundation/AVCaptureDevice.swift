import Foundation
import VisionMedia

/// A camera, or a video that plays in place of one, in place of Apple's class of this name.
///
/// What is opened is a `MediaSource` of VisionMedia: a device such as `/dev/video0`, a video file, an address such as
/// `rtsp://host/path`, or FFmpeg's test images (`lavfi:testsrc2=size=640x480:rate=30,realtime`). A program chooses it by
/// `init(uniqueID:)` or `init(url:)`. For one that asks for the default camera the environment variable `VISION_CAMERA`
/// chooses it; without the variable it is `/dev/video0`.
public final class AVCaptureDevice: NSObject, Sendable {
  /// Where on a phone a camera is, with Apple's raw values.
  public enum Position: Int, Sendable {
    /// Not known.
    case unspecified = 0
    /// On the back.
    case back = 1
    /// Beside the screen.
    case front = 2
  }

  /// A kind of camera, with Apple's raw values.
  public struct DeviceType: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A phone's usual camera.
    public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    /// A camera that is plugged in; so are all here.
    public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
  }

  /// The name of the environment variable that chooses the default camera.
  private static let environmentVariable = "VISION_CAMERA"

  /// What names the device: the text that it was made with.
  public let uniqueID: String
  /// Where the camera is: what the program asked for, since a computer's camera does not say.
  public let position: Position
  let source: MediaSource

  private init(_ name: String, source: MediaSource, position: Position) {
    uniqueID = name
    self.position = position
    self.source = source
    super.init()
  }

  /// Names a camera or what plays in place of one; nil for a device or a file that is not there.
  ///
  /// - Parameter uniqueID: A text that `MediaSource` understands.
  public convenience init?(uniqueID: String) {
    self.init(uniqueID, position: .unspecified)
  }

  /// Names a file or a stream that plays in place of a camera; nil for a file that is not there. Not in Apple's class.
  ///
  /// - Parameter url: The address of a file, or another that `MediaSource` understands.
  public convenience init?(url: URL) {
    self.init(url.isFileURL ? "file:" + url.path : url.absoluteString, position: .unspecified)
  }

  private convenience init?(_ name: String, position: Position) {
    let source = MediaSource(name)
    guard !name.isEmpty, source.isPresent else { return nil }
    self.init(name, source: source, position: position)
  }

  /// The device's name for a person.
  public var localizedName: String { "\(source)" }

  /// The kind of camera, always `.external`.
  public var deviceType: DeviceType { .external }

  /// Whether it gives media of a kind: images only.
  public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

  /// The default camera.
  ///
  /// - Parameter mediaType: `.video`.
  /// - Returns: The camera; nil when there is none, and for sound.
  public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    self.default(.external, for: mediaType, position: .unspecified)
  }

  /// The default camera. A computer's cameras are not told apart by kind or place.
  ///
  /// - Parameters:
  ///   - deviceType: Any kind.
  ///   - mediaType: `.video`, or nil for any.
  ///   - position: What becomes the device's `position`.
  /// - Returns: The camera; nil when there is none, and for sound.
  public static func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    guard mediaType ?? .video == .video else { return nil }
    let name = ProcessInfo.processInfo.environment[environmentVariable] ?? Camera.defaultDevice
    return AVCaptureDevice(name, position: position)
  }

  /// Always `.authorized` for images: nobody is asked. A device that the user must not open fails when a session starts.
  public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    mediaType == .video ? .authorized : .denied
  }

  /// Calls the handler, on another thread, with what `authorizationStatus(for:)` says.
  public static func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(authorizationStatus(for: mediaType) == .authorized) }
  }

  /// Whether `authorizationStatus(for:)` allows it.
  public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
    authorizationStatus(for: mediaType) == .authorized
  }
}

extension MediaSource {
  /// Whether a file or a device by this name is there; streams and test images are looked for when they are opened.
  fileprivate var isPresent: Bool {
    switch self {
    case .file(let path): FileManager.default.fileExists(atPath: path)
    case .camera(let device): !device.hasPrefix("/") || FileManager.default.fileExists(atPath: device)
    case .stream: true
    }
  }
}
