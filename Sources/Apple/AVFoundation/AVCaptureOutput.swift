import Foundation

/// What a capture session gives its media to, in place of Apple's class of this name.
public class AVCaptureOutput: NSObject, @unchecked Sendable {
  // Sendable since the connection is touched under the lock only.
  private let connectionLock = NSLock()
  private var current: AVCaptureConnection?

  override init() { super.init() }

  /// The connection to the session's input; none until the session has both.
  public var connections: [AVCaptureConnection] {
    connectionLock.withLock { current.map { [$0] } ?? [] }
  }

  /// The connection that carries media of a kind; nil until the session has both input and output, and for sound.
  public func connection(with mediaType: AVMediaType) -> AVCaptureConnection? {
    mediaType == .video ? connections.first : nil
  }

  /// Connects the output to a session's input, or parts it.
  func connect(_ isConnected: Bool) {
    connectionLock.withLock {
      guard isConnected != (current != nil) else { return }
      current = isConnected ? AVCaptureConnection(output: self) : nil
    }
  }
}
