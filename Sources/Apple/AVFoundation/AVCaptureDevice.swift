import VisionMedia

extension AVCaptureDevice {
  private static let environmentVariable = "VISION_CAMERA"

  var source: MediaSource { MediaSource(uniqueID) }

  /// Makes a camera or its replacement; nil for a missing device or file.
  ///
  /// - Parameter uniqueID: A string that `MediaSource` accepts.
  public convenience init?(uniqueID: String) { self.init(uniqueID, position: .unspecified) }

  /// Makes a file or a stream that replaces a camera; nil for a missing file. Not in Apple's class.
  ///
  /// - Parameter url: The URL of a file, or another that `MediaSource` accepts.
  public convenience init?(url: URL) {
    self.init(url.isFileURL ? "file:" + url.path : url.absoluteString, position: .unspecified)
  }

  private convenience init?(_ name: String, position: Position) {
    let isPresent =
      switch MediaSource(name) {
      case .file(let path): FileManager.default.fileExists(atPath: path)
      case .camera(let device): !device.hasPrefix("/") || FileManager.default.fileExists(atPath: device)
      // Streams and test images are checked when they are opened.
      case .stream: true
      }
    guard !name.isEmpty, isPresent else { return nil }
    self.init(present: name, position: position)
  }

  /// The device's display name.
  public var localizedName: String { "\(source)" }
  /// The type of camera, always `.external`.
  public var deviceType: DeviceType { .external }

  /// Whether the device has a media type; true for `.video` only.
  public func hasMediaType(_ mediaType: AVMediaType) -> Bool { mediaType == .video }

  /// The default camera.
  ///
  /// - Parameter mediaType: `.video`.
  /// - Returns: The camera; nil when there is none, and for audio.
  public static func `default`(for mediaType: AVMediaType) -> AVCaptureDevice? {
    self.default(.external, for: mediaType, position: .unspecified)
  }

  /// The default camera, whatever its type and position.
  ///
  /// - Parameters:
  ///   - deviceType: Any type.
  ///   - mediaType: `.video`, or nil for any.
  ///   - position: The value of the device's `position`.
  /// - Returns: The camera; nil when there is none, and for audio.
  public static func `default`(
    _ deviceType: DeviceType, for mediaType: AVMediaType?, position: Position
  ) -> AVCaptureDevice? {
    guard mediaType ?? .video == .video else { return nil }
    let name = ProcessInfo.processInfo.environment[environmentVariable] ?? Camera.defaultDevice
    return AVCaptureDevice(name, position: position)
  }

  /// The cameras of some types and a position, in place of Apple's class of this name: the default camera.
  public final class DiscoverySession: NSObject, Sendable {
    /// The default camera, as `AVCaptureDevice.default(_:for:position:)` finds it, whatever its type, with the
    /// requested position. Empty if there is none, for audio, and without types.
    public let devices: [AVCaptureDevice]

    /// Finds the cameras, now: later changes are not noticed.
    ///
    /// - Parameters:
    ///   - deviceTypes: Any types.
    ///   - mediaType: `.video`, or nil for any.
    ///   - position: The value of the device's `position`.
    public init(deviceTypes: [DeviceType], mediaType: AVMediaType?, position: Position) {
      let device = deviceTypes.first.flatMap { AVCaptureDevice.default($0, for: mediaType, position: position) }
      devices = device.map { [$0] } ?? []
      super.init()
    }
  }

  /// Always `.authorized` for video. A session with a device that the user may not open fails when it starts.
  public static func authorizationStatus(for mediaType: AVMediaType) -> AVAuthorizationStatus {
    mediaType == .video ? .authorized : .denied
  }

  /// Calls the handler on another thread with the result of `authorizationStatus(for:)`.
  public static func requestAccess(
    for mediaType: AVMediaType, completionHandler handler: @escaping @Sendable (Bool) -> Void
  ) {
    DispatchQueue.global().async { handler(authorizationStatus(for: mediaType) == .authorized) }
  }

  /// Returns whether `authorizationStatus(for:)` is `.authorized`.
  public static func requestAccess(for mediaType: AVMediaType) async -> Bool {
    authorizationStatus(for: mediaType) == .authorized
  }
}

/// A media type, with Apple's raw values.
public struct AVMediaType: RawRepresentable, Hashable, Sendable {
  /// The type's four-character code.
  public let rawValue: String

  /// Makes a type from its code.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Video.
  public static let video = AVMediaType(rawValue: "vide")
  /// Audio, which is not captured here.
  public static let audio = AVMediaType(rawValue: "soun")
}

/// Whether a program may use a camera, with Apple's raw values.
public enum AVAuthorizationStatus: Int, Sendable {
  /// The user was not asked yet.
  case notDetermined = 0
  /// The user cannot allow it.
  case restricted = 1
  /// The user refused.
  case denied = 2
  /// The user allowed it.
  case authorized = 3
}
