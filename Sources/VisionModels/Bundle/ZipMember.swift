/// One file of a zip archive, as the archive's directory describes it.
public struct ZipMember: Sendable, Hashable {
  /// The name with its folders, `/` between them.
  public let name: String
  /// The number of bytes in the archive; the size of the file, too, when it is stored.
  public let byteCount: Int
  /// True when the bytes are stored as they are, neither compressed nor encrypted.
  public let isStored: Bool
  /// Where the member's local header starts in the bytes given to the archive.
  let headerPosition: Int
}
