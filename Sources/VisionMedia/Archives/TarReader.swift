/// Lists the files of a tar archive by its headers. It is not trusted: every size is checked before it is used.
package struct TarReader {
  package typealias Read = (_ offset: Int, _ count: Int) throws -> Data

  private static let extensionLimit = 1 << 20
  /// The maximum length of a name, in bytes: that of paths on Linux.
  private static let nameLimit = 4096
  private let name: String
  private let byteCount: Int
  private let read: Read
  private var offset = 0

  package init(name: String, byteCount: Int, read: @escaping Read) {
    (self.name, self.byteCount, self.read) = (name, byteCount, read)
  }

  /// Returns the next file or link; nil at the end. Folders and devices are skipped.
  package mutating func next() throws -> TarMember? {
    var pending = Pending()
    while let header = try nextHeader() {
      var size = header.size
      // Attributes of a link may state the size of its target.
      if case .file = header.kind, let stated = pending.attributes.size { size = stated }
      let contents = offset
      try skip(size)
      switch header.kind {
      case .longName: pending.name = Array(try extensionBytes(at: contents, size).prefix { $0 != 0 })
      case .longLink: pending.link = Array(try extensionBytes(at: contents, size).prefix { $0 != 0 })
      case .attributes:
        guard let attributes = PaxAttributes(try extensionBytes(at: contents, size)) else { throw damaged() }
        pending.attributes = attributes
      case .commonAttributes: continue
      case .sparse: throw sparse()
      case .empty, .other: pending = Pending()
      case .file where pending.attributes.isSparse: throw sparse()
      case .file, .link:
        let name = pending.attributes.path ?? pending.name ?? header.name
        let target = pending.attributes.linkPath ?? pending.link ?? header.target
        pending = Pending()
        guard name.count <= Self.nameLimit else { throw damaged() }
        if case .link(let isSymbolic) = header.kind {
          guard target.count <= Self.nameLimit else { throw damaged() }
          return TarMember(bytes: name, offset: contents, size: 0, link: .init(target: target, isSymbolic: isSymbolic))
        }
        // The old format marks folders by a slash only, at the end of the whole name: a header has its first 100 bytes.
        if name.last != UInt8(ascii: "/") { return TarMember(bytes: name, offset: contents, size: size) }
      }
    }
    guard pending.name == nil, pending.link == nil else { throw damaged() }
    return nil
  }

  private struct Pending {
    var name, link: [UInt8]?
    var attributes = PaxAttributes()
  }

  private mutating func nextHeader() throws -> TarHeader? {
    // Some programs end archives without the two blocks of zeros.
    guard offset < byteCount else { return nil }
    guard byteCount - offset >= TarHeader.blockSize else { throw damaged() }
    let block = Array(try read(offset, TarHeader.blockSize))
    guard block.contains(where: { $0 != 0 }) else { return nil }
    guard let header = TarHeader(block) else { throw offset == 0 ? unknown(block) : damaged() }
    offset += TarHeader.blockSize
    return header
  }

  private mutating func skip(_ size: Int) throws {
    guard size <= byteCount - offset else { throw damaged() }
    offset += size
    let padding = (TarHeader.blockSize - size % TarHeader.blockSize) % TarHeader.blockSize
    // Some programs leave the last block short.
    offset += min(padding, byteCount - offset)
  }

  private func extensionBytes(at place: Int, _ size: Int) throws -> [UInt8] {
    guard size <= Self.extensionLimit else { throw damaged() }
    return size == 0 ? [] : Array(try read(place, size))
  }

  private func damaged() -> TasksError {
    TasksError.dataLoss("The archive \(name) is damaged or cut off at byte \(offset) of \(byteCount); fetch it again.")
  }

  private func sparse() -> TasksError {
    TasksError.unimplemented("The archive \(name) has a file with holes; make it again without tar's option --sparse.")
  }

  private func unknown(_ block: [UInt8]) -> TasksError {
    let signatures: [[UInt8]] = [[0x1F, 0x8B], Array("BZh".utf8), [0xFD, 0x37, 0x7A], [0x28, 0xB5, 0x2F, 0xFD]]
    return signatures.contains(where: block.starts)
      ? TasksError.unimplemented("The archive \(name) is compressed; decompress it first.")
      : TasksError.dataLoss("\(name) is not a tar archive.")
  }
}

package struct TarMember: Hashable, Sendable {
  package struct Link: Hashable, Sendable {
    let target: [UInt8]
    /// Whether the target is relative to the link's folder; otherwise it is a name in the archive.
    let isSymbolic: Bool
  }

  package let name: String
  /// The name as the archive has it, which need not be UTF-8.
  let bytes: [UInt8]
  package let offset, size: Int
  /// Why it has no contents, a sentence; nil for a file.
  package let problem: String?
  let link: Link?

  package init(name: String, offset: Int, size: Int, problem: String? = nil) {
    self.init(bytes: Array(name.utf8), offset: offset, size: size, problem: problem)
  }

  init(bytes: [UInt8], offset: Int, size: Int, problem: String? = nil, link: Link? = nil) {
    name = String(decoding: bytes, as: UTF8.self)
    (self.bytes, self.offset, self.size, self.problem, self.link) = (bytes, offset, size, problem, link)
  }
}
