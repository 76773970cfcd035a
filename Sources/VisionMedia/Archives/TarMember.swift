/// A file in a tar archive, or a link to one.
package struct TarMember: Hashable, Sendable {
  /// Where a link leads.
  struct Link: Hashable, Sendable {
    let target: [UInt8]
    /// Whether the target is relative to the link's folder; otherwise it is a name in the archive.
    let isSymbolic: Bool
  }

  /// The name with its folders; bytes that are not UTF-8 are replaced.
  package let name: String
  /// The position of the contents in the archive, in bytes.
  package let offset: Int
  /// The number of bytes; the archive has all of them.
  package let size: Int
  /// Why it has no contents, a sentence; nil for a file.
  package let problem: String?
  /// The target of a link that was not followed yet.
  let link: Link?

  package init(name: String, offset: Int, size: Int, problem: String? = nil) {
    self.init(name: name, offset: offset, size: size, problem: problem, link: nil)
  }

  init(name: String, offset: Int, size: Int, problem: String? = nil, link: Link?) {
    (self.name, self.offset, self.size, self.problem, self.link) = (name, offset, size, problem, link)
  }
}
