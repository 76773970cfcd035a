import Foundation
import VisionCore

/// The device, in place of Apple's class of this name: a computer without an orientation sensor.
public final class UIDevice: NSObject, Sendable {
  /// The computer the program runs on.
  public static let current = UIDevice()

  private let currentOrientation = Locked(UIDeviceOrientation.landscapeLeft)

  override init() { super.init() }

  /// The device's orientation; `.landscapeLeft` by default. Unlike Apple's property it can be set, since there is no
  /// sensor.
  ///
  /// In `.landscapeLeft` the buffers of a phone's back camera are upright as stored, like those of a file or a
  /// computer's camera. iOS code that derives the rotation of a buffer from the device then does not rotate it. For
  /// buffers recorded in another orientation set that one, for example `.portrait` for buffers rotated by 90 degrees.
  public var orientation: UIDeviceOrientation {
    get { currentOrientation.withLock { $0 } }
    set { currentOrientation.withLock { $0 = newValue } }
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
  public override init() {
    displayScale = 0
    super.init()
  }

  /// Makes traits with a scale.
  public init(displayScale: CGFloat) {
    self.displayScale = displayScale
    super.init()
  }
}
