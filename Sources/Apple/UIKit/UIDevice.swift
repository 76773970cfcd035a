import Foundation
import VisionConcurrency

/// The device, in place of Apple's class of this name: a computer without an orientation sensor.
public final class UIDevice: NSObject, Sendable {
  /// The computer the program runs on.
  public static let current = UIDevice()

  private let currentOrientation = Locked(UIDeviceOrientation.landscapeLeft)

  override init() { super.init() }

  /// The device's orientation; `.landscapeLeft` by default. Unlike Apple's property it can be set, since there is no sensor.
  ///
  /// In `.landscapeLeft` the buffers of a phone's back camera are upright as stored, like those of a file or a computer's camera.
  /// iOS code that derives the rotation of a buffer from the device then does not rotate it. For buffers recorded in another
  /// orientation set that one, for example `.portrait` for buffers rotated by 90 degrees.
  public var orientation: UIDeviceOrientation {
    get { currentOrientation.withLock { $0 } }
    set { currentOrientation.withLock { $0 = newValue } }
  }
}
