/// The entry to Firebase, of which only the call that apps make at their start is here.
public final class FirebaseApp: NSObject, Sendable {
  /// Does nothing: the models are files of this machine, and no service has to be set up. May be called at any time, more
  /// than once and not at all.
  public static func configure() {}
}
