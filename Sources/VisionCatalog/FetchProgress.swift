/// How far a fetch has come.
public struct FetchProgress: Sendable, Hashable {
  /// Where the bytes come from.
  public enum Source: String, Sendable, CaseIterable {
    /// The file was there already.
    case cache
    /// The local mirror folder.
    case mirror
    /// The address where the file's makers publish it.
    case official
    /// A Python package with the same bytes.
    case wheel
  }

  /// Where the bytes come from.
  public let source: Source
  /// How many are there, those of an earlier interrupted fetch included.
  public let completedByteCount: Int
  /// How many there will be.
  public let byteCount: Int
}
