import AppleBase
import Foundation
import VisionCore

/// An input of a capture session, in place of Apple's class of this name.
public class AVCaptureInput: NSObject, @unchecked Sendable {
  // `@unchecked Sendable` is safe because it has no state.
  override init() { super.init() }
}

/// A device as the input of a capture session, in place of Apple's class of this name.
public final class AVCaptureDeviceInput: AVCaptureInput, @unchecked Sendable {
  // `@unchecked Sendable` is safe as for the superclass: it adds a constant only.

  /// The device.
  public let device: AVCaptureDevice

  /// Makes an input of a device, which is opened when the session starts.
  ///
  /// - Throws: Never. Apple's initializer throws for a device that cannot be opened; here the session reports it, see
  ///   `AVCaptureSession.startRunning()`.
  public init(device: AVCaptureDevice) throws {
    self.device = device
    super.init()
  }
}

/// An output of a capture session, in place of Apple's class of this name.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
  // `@unchecked` because the class is not final. Its only property is safe to share.
  private let current = Locked<AVCaptureConnection?>(nil)

  override init() { super.init() }

  /// The connection to the session's input; empty until the session has both input and output.
  public var connections: [AVCaptureConnection] {
    current.withLock { $0.map { [$0] } ?? [] }
  }

  /// The connection for a media type; nil until the session has both input and output, and for audio.
  public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    mediaType == .video ? connections.first : nil
  }

  /// Connects the output to a session's input, or disconnects it.
  func connect(_ isConnected: Bool) {
    current.withLock { current in
      guard isConnected != (current != nil) else { return }
      current = isConnected ? AVCaptureConnection(output: self) : nil
    }
  }
}
