import Foundation
import VisionConcurrency

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
