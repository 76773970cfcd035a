extension AVCaptureSession {
  /// `NSNotification.Name.AVCaptureSessionDidStartRunning`.
  public static let didStartRunningNotification = NSNotification.Name.AVCaptureSessionDidStartRunning
  /// `NSNotification.Name.AVCaptureSessionDidStopRunning`.
  public static let didStopRunningNotification = NSNotification.Name.AVCaptureSessionDidStopRunning
  /// `NSNotification.Name.AVCaptureSessionRuntimeError`.
  public static let runtimeErrorNotification = NSNotification.Name.AVCaptureSessionRuntimeError
  /// `NSNotification.Name.AVCaptureSessionWasInterrupted`, which is never posted.
  public static let wasInterruptedNotification = NSNotification.Name.AVCaptureSessionWasInterrupted
  /// `NSNotification.Name.AVCaptureSessionInterruptionEnded`, which is never posted.
  public static let interruptionEndedNotification = NSNotification.Name.AVCaptureSessionInterruptionEnded

  /// Why a phone interrupts a session, with Apple's raw values. Nothing interrupts one here.
  public enum InterruptionReason: Int, Sendable {
    /// The app went to the background.
    case videoDeviceNotAvailableInBackground = 1
    /// Another app uses the microphone.
    case audioDeviceInUseByAnotherClient = 2
    /// Another app uses the camera.
    case videoDeviceInUseByAnotherClient = 3
    /// Several apps are on the screen.
    case videoDeviceNotAvailableWithMultipleForegroundApps = 4
    /// The phone is too hot, or its battery too low.
    case videoDeviceNotAvailableDueToSystemPressure = 5
  }
}

extension NSNotification.Name {
  /// A session started.
  public static let AVCaptureSessionDidStartRunning = NSNotification.Name("AVCaptureSessionDidStartRunningNotification")
  /// A session stopped: by `stopRunning()`, at the end of its file, or after a failure.
  public static let AVCaptureSessionDidStopRunning = NSNotification.Name("AVCaptureSessionDidStopRunningNotification")
  /// A session could not start, or its camera failed; see `AVCaptureSessionErrorKey`.
  public static let AVCaptureSessionRuntimeError = NSNotification.Name("AVCaptureSessionRuntimeErrorNotification")
  /// A session was interrupted. Never posted here.
  public static let AVCaptureSessionWasInterrupted = NSNotification.Name("AVCaptureSessionWasInterruptedNotification")
  /// A session's interruption ended. Never posted here.
  public static let AVCaptureSessionInterruptionEnded = NSNotification.Name(
    "AVCaptureSessionInterruptionEndedNotification")
}

/// The key of the error, a `TasksError`, in a notification of `AVCaptureSessionRuntimeError`.
public let AVCaptureSessionErrorKey = "AVCaptureSessionErrorKey"
/// The key of the number of an `AVCaptureSession.InterruptionReason` in a notification of
/// `AVCaptureSessionWasInterrupted`, which is never posted here.
public let AVCaptureSessionInterruptionReasonKey = "AVCaptureSessionInterruptionReasonKey"
