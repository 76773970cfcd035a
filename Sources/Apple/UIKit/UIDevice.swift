import Foundation

/// The device, in place of Apple's class: a computer that nobody holds.
public final class UIDevice: NSObject, Sendable {
  /// The computer the program runs on.
  public static let current = UIDevice()

  private override init() { super.init() }

  /// Always `.unknown`: there is no sensor that could tell.
  public var orientation: UIDeviceOrientation { .unknown }
}
