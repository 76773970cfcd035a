import Foundation

/// Gets a camera's images from an `AVCaptureVideoDataOutput`, in place of Apple's protocol of this name.
///
/// The calls come on the queue that the delegate was set with. The protocol does not ask for `Sendable`, so that classes
/// written for iOS compile unchanged; a class that keeps state has to guard it.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  /// Gets an image.
  ///
  /// - Parameters:
  ///   - output: The output that the image came to.
  ///   - sampleBuffer: The image and its time.
  ///   - connection: The connection that the image came by.
  func captureOutput(
    _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)

  /// Gets the time of an image that was dropped since the delegate was busy.
  ///
  /// - Parameters:
  ///   - output: The output that the image came to.
  ///   - sampleBuffer: The image's time; it has no image buffer.
  ///   - connection: The connection that the image came by.
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
