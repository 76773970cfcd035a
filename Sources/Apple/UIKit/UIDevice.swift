import Foundation

// Safe to share: what changes is touched under the lock only.
/// The device, in place of Apple's class: a computer that nobody holds.
public final class UIDevice: NSObject, @unchecked Sendable {
  /// The computer the program runs on.
  public static let current = UIDevice()

  private let lock = NSLock()
  private var currentOrientation = UIDeviceOrientation.landscapeLeft

  override init() { super.init() }

  /// How the device is held. There is no sensor that could tell, so it may be set, which Apple's cannot.
  ///
  /// `.landscapeLeft` by default: held so, a phone's back camera gives buffers that are upright as stored, as those of a file
  /// or a computer's camera are. Code of iOS that asks the device how a buffer has to be rotated then leaves it as it is. A
  /// program whose buffers come from a device that was held another way sets that: `.portrait` for buffers on their side.
  public var orientation: UIDeviceOrientation {
    get { lock.withLock { currentOrientation } }
    set { lock.withLock { currentOrientation = newValue } }
  }
}
