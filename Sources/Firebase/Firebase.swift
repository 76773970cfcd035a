// Code written for iOS imports only `Firebase`.
@_exported import FirebaseMLVision

/// The entry point of Firebase, with only the call that apps make at launch.
public final class FirebaseApp: NSObject, Sendable {
  /// Does nothing, since the models are local files and no service is needed. Calling it is optional.
  public static func configure() {}
}
