import VisionCore

/// The device, in place of Apple's class of this name: a computer without an orientation sensor.
public final class UIDevice: NSObject, Sendable {
  /// The computer the program runs on.
  public static let current = UIDevice()
  /// Posted when `orientation` changes between `beginGeneratingDeviceOrientationNotifications()` and
  /// `endGeneratingDeviceOrientationNotifications()`, on the thread that sets it, with the device as its object.
  public static let orientationDidChangeNotification = NSNotification.Name("UIDeviceOrientationDidChangeNotification")
  private let state = Locked((orientation: UIDeviceOrientation.landscapeLeft, observers: 0))

  override init() { super.init() }

  /// The device's orientation; `.landscapeLeft` by default. Unlike Apple's property it can be set, since there is no
  /// sensor.
  ///
  /// In `.landscapeLeft` the buffers of a phone's back camera are upright as stored, like those of a file or a
  /// computer's camera. iOS code that derives the rotation of a buffer from the device then does not rotate it. For
  /// buffers recorded in another orientation set that one, for example `.portrait` for buffers rotated by 90 degrees.
  public var orientation: UIDeviceOrientation {
    get { state.withLock { $0.orientation } }
    set {
      let isNoticed = state.withLock { state in
        defer { state.orientation = newValue }
        return state.observers > 0 && state.orientation != newValue
      }
      if isNoticed { NotificationCenter.default.post(name: Self.orientationDidChangeNotification, object: self) }
    }
  }

  /// Whether changes of the orientation are posted; false by default.
  public var isGeneratingDeviceOrientationNotifications: Bool { state.withLock { $0.observers > 0 } }
  /// Posts changes of the orientation, until as many calls of `endGeneratingDeviceOrientationNotifications()`.
  public func beginGeneratingDeviceOrientationNotifications() { state.withLock { $0.observers += 1 } }
  /// Undoes a call of `beginGeneratingDeviceOrientationNotifications()`, if there was one.
  public func endGeneratingDeviceOrientationNotifications() {
    state.withLock { $0.observers = max($0.observers - 1, 0) }
  }
}

/// The orientation of a device, with Apple's cases and raw values.
public enum UIDeviceOrientation: Int, Sendable {
  /// Unknown.
  case unknown = 0
  /// Upright, the home button at the bottom.
  case portrait = 1
  /// Upright, the home button at the top.
  case portraitUpsideDown = 2
  /// On its side, the home button at the right.
  case landscapeLeft = 3
  /// On its side, the home button at the left.
  case landscapeRight = 4
  /// Flat, the screen up.
  case faceUp = 5
  /// Flat, the screen down.
  case faceDown = 6

  /// Whether the device is upright or upside down.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Whether the device is on its side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
  /// Whether the device is flat.
  public var isFlat: Bool { self == .faceUp || self == .faceDown }
}

/// The traits of a screen, in place of Apple's class of this name. Only the scale is there: images are chosen by it.
public final class UITraitCollection: NSObject, Sendable {
  /// The number of pixels per point; 0 if it is unspecified.
  public let displayScale: CGFloat
  /// The traits of this machine, whose scale is 1.
  public static let current = UITraitCollection(displayScale: 1)

  /// Makes unspecified traits.
  public override convenience init() { self.init(displayScale: 0) }

  /// Makes traits with a scale.
  public init(displayScale: CGFloat) {
    self.displayScale = displayScale
    super.init()
  }
}

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
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A phone's main camera.
    public static let builtInWideAngleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInWideAngleCamera")
    /// A phone's ultra-wide camera.
    public static let builtInUltraWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInUltraWideCamera")
    /// A phone's telephoto camera.
    public static let builtInTelephotoCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTelephotoCamera")
    /// A phone's main and telephoto cameras as one.
    public static let builtInDualCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualCamera")
    /// A phone's main and ultra-wide cameras as one.
    public static let builtInDualWideCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInDualWideCamera")
    /// A phone's three cameras on the back as one.
    public static let builtInTripleCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTripleCamera")
    /// A phone's front camera with depth.
    public static let builtInTrueDepthCamera = DeviceType(rawValue: "AVCaptureDeviceTypeBuiltInTrueDepthCamera")
    /// An external camera, the type of all cameras here.
    public static let external = DeviceType(rawValue: "AVCaptureDeviceTypeExternal")
  }

  /// The device's ID: the string that it was made from.
  public let uniqueID: String
  /// The requested position, since a computer's camera has none.
  public let position: Position
  private let frameDurations = Locked((shortest: CMTime.invalid, longest: CMTime.invalid))

  package init(present uniqueID: String, position: Position) {
    (self.uniqueID, self.position) = (uniqueID, position)
    super.init()
  }

  /// The shortest time between two images. In a session images that come sooner are left out, and nobody hears of them;
  /// a change takes effect at once. `.invalid`, the default, and other times that are no number leave none out.
  public var activeVideoMinFrameDuration: CMTime {
    get { frameDurations.withLock { $0.shortest } }
    set { frameDurations.withLock { $0.shortest = newValue } }
  }
  /// The longest time between two images. Without effect: a source has no more images than it has.
  public var activeVideoMaxFrameDuration: CMTime {
    get { frameDurations.withLock { $0.longest } }
    set { frameDurations.withLock { $0.longest = newValue } }
  }

  /// Does nothing: the device can be configured at any time.
  ///
  /// - Throws: Never; Apple's method throws for a device that another program has locked.
  public func lockForConfiguration() throws {}
  /// Does nothing; see `lockForConfiguration()`.
  public func unlockForConfiguration() {}
}
