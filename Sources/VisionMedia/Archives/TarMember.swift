/// A file in a tar archive.
package struct TarMember: Hashable, Sendable {
  /// The name with its folders; bytes that are not UTF-8 are replaced.
  package let name: String
  /// The position of the contents in the archive, in bytes.
  package let offset: Int
  /// The number of bytes; the archive has all of them.
  package let size: Int

  package init(name: String, offset: Int, size: Int) {
    self.name = name
    self.offset = offset
    self.size = size
  }
}
