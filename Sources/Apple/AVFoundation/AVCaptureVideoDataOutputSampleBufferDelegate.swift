import AppleBase
import Foundation

/// Receives a camera's images from an `AVCaptureVideoDataOutput`, in place of Apple's protocol of this name.
///
/// The methods are called on the delegate's queue. The protocol does not inherit from `Sendable`, so that classes
/// written for iOS compile unchanged; a class with state has to synchronize it.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// Receives an image.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - sampleBuffer: The image and its time.
  ///   - connection: The connection of the image.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

  /// Receives the time of an image that was dropped because the delegate was busy.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - sampleBuffer: The image's time; it has no image buffer.
  ///   - connection: The connection of the image.
  func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
  /// Does nothing; the method is optional.
  public func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}

  /// Does nothing; the method is optional.
  public func captureOutput(
    _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
  ) {}
}
