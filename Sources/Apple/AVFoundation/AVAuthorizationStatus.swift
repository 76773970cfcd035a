/// Whether a program may use a camera, with Apple's raw values.
public enum AVAuthorizationStatus: Int, Sendable {
  /// The user was not asked yet.
  case notDetermined = 0
  /// The user cannot allow it.
  case restricted = 1
  /// The user refused.
  case denied = 2
  /// The program may.
  case authorized = 3
}
