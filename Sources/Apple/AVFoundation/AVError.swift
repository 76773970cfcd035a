/// An error of Apple's AVFoundation, in place of Apple's structure of this name.
///
/// Nothing here throws it: errors are of the type `TasksError`, and `error as? AVError` gives nil. It is here for code
/// that handles the errors of a phone's camera.
public struct AVError: Error, Hashable, CustomNSError, Sendable {
  /// The kind of an error, with Apple's raw values; those that concern cameras and files.
  public enum Code: Int, Sendable {
    /// No kind is known.
    case unknown = -11800
    /// There was not enough memory.
    case outOfMemory = -11801
    /// The session does not run.
    case sessionNotRunning = -11803
    /// Another session uses the device.
    case deviceAlreadyUsedByAnotherSession = -11804
    /// Nothing was captured.
    case noDataCaptured = -11805
    /// The session's configuration changed.
    case sessionConfigurationChanged = -11806
    /// The disk is full.
    case diskFull = -11807
    /// The device was disconnected.
    case deviceWasDisconnected = -11808
    /// The format of the source changed.
    case mediaChanged = -11809
    /// The device is not connected.
    case deviceNotConnected = -11814
    /// Another app uses the device.
    case deviceInUseByAnotherApplication = -11815
    /// The session was interrupted.
    case sessionWasInterrupted = -11818
    /// The system's media services started again.
    case mediaServicesWereReset = -11819
    /// A file could not be decoded.
    case decodeFailed = -11821
    /// The format of a file is not known.
    case fileFormatNotRecognized = -11828
    /// The user did not allow the device.
    case applicationIsNotAuthorizedToUseDevice = -11852
  }

  /// The domain of these errors: `AVFoundationErrorDomain`.
  public static let errorDomain = AVFoundationErrorDomain
  /// The kind of the error.
  public let code: Code
  /// The raw value of `code`.
  public var errorCode: Int { code.rawValue }

  /// Makes an error.
  public init(_ code: Code) { self.code = code }

  /// Makes an error from an object; `.unknown` for another domain and for a code that is not here.
  public init(_nsError error: NSError) {
    code = error.domain == AVFoundationErrorDomain ? Code(rawValue: error.code) ?? .unknown : .unknown
  }
}

/// The domain of AVFoundation's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"
