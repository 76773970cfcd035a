import Foundation

/// What a capture session gets its media from, in place of Apple's class of this name.
public class AVCaptureInput: NSObject, @unchecked Sendable {
  // Sendable since nothing in it changes.
  override init() { super.init() }
}

/// A device as the input of a capture session, in place of Apple's class of this name.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
  // Sendable as its superclass: it adds nothing that changes.

  /// The device.
  public let device: AVCaptureDevice

  /// Makes an input of a device, which is opened when the session starts.
  ///
  /// - Throws: Nothing; Apple's initializer throws for a device that cannot be opened. Here the session reports it, see
  ///   `AVCaptureSession.startRunning()`.
  public init(device: AVCaptureDevice) throws {
    self.device = device
    super.init()
  }
}
