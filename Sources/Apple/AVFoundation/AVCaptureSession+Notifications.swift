import Foundation

extension NSNotification.Name {
  /// A session has started.
  public static let AVCaptureSessionDidStartRunning = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
  /// A session has stopped: by `stopRunning()`, at the end of its file, or because it failed.
  public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
  /// A session could not start, or its camera failed; see `AVCaptureSessionErrorKey`.
  public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
}

/// The key of the error, a `TasksError`, in a notification of `AVCaptureSessionRuntimeError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"

extension AVCaptureSession {
  /// `NSNotification.Name.AVCaptureSessionDidStartRunning`.
  public static let didStartRunningNotification = NSNotification.Name.AVCaptureSessionDidStartRunning
  /// `NSNotification.Name.AVCaptureSessionDidStopRunning`.
  public static let didStopRunningNotification = NSNotification.Name.AVCaptureSessionDidStopRunning
  /// `NSNotification.Name.AVCaptureSessionRuntimeError`.
  public static let runtimeErrorNotification = NSNotification.Name.AVCaptureSessionRuntimeError
}
