package final class ArchiveFile: Sendable {
  private static let memberLimit = 1 << 30
  private let name: String
  private let descriptor: Int32
  private let byteCount: Int

  package static func isName(_ name: String) -> Bool { name.lowercased().hasSuffix(".tar") }

  package init(path: String, name: String? = nil) throws(TasksError) {
    let name = name ?? path
    self.name = name
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw TasksError.missingFile(name, advice: "check the path.") }
      throw FileFailure().reading("The file \"\(name)\"")
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw TasksError.invalidArgument("\"\(name)\" is not a file.")
    }
    byteCount = Int(status.st_size)
  }

  deinit { close(descriptor) }

  package var reader: TarReader {
    TarReader(name: "\"\(name)\"", byteCount: byteCount) { try self.bytes(at: $0, count: $1) }
  }

  package func contents(of member: TarMember, limit: Int = memberLimit + 1) throws(TasksError) -> Data {
    let count = min(member.size, limit)
    guard count <= Self.memberLimit else {
      throw TasksError.outOfRange(
        "It has \(member.size) bytes; the maximum of an image in an archive is \(Self.memberLimit).")
    }
    return try bytes(at: member.offset, count: count)
  }

  private func bytes(at offset: Int, count: Int) throws(TasksError) -> Data {
    let end = offset.addingReportingOverflow(count)
    guard offset >= 0, count >= 0, !end.overflow, end.partialValue <= byteCount else { throw cutOff }
    let data: Data
    do { data = try Data(readingFrom: descriptor, at: offset, count: count) } catch {
      throw error.reading("The archive \"\(name)\"")
    }
    // It may have been shortened meanwhile.
    guard data.count == count else { throw cutOff }
    return data
  }

  /// Passes on the files, in their order. A link has the contents of the file that it leads to, or a problem.
  package func forEachMember(_ receive: (TarMember) throws -> Void) throws {
    var reader = reader
    var links: TarLinks?
    while let member = try reader.next() {
      if member.link != nil, links == nil { links = try TarLinks { self.reader } }
      try receive(links?.resolve(member) ?? member)
    }
  }

  private var cutOff: TasksError {
    TasksError.dataLoss("The archive \"\(name)\" is cut off or was changed; start another batch with it.")
  }
}

/// Where the links of an archive lead: to files in the same archive, and nowhere else.
struct TarLinks {
  /// The maximum number of links from one to the next, that of Linux.
  private static let maximumLength = 40
  private var targets: [[UInt8]: TarMember.Link] = [:]
  private var files: [[UInt8]: TarMember] = [:]

  /// Reads all headers, first for the links and then for the files that they lead to; `reader` starts at the beginning.
  init(_ reader: () -> TarReader) throws {
    var links = reader()
    var names: Set<[UInt8]> = []
    while let member = try links.next() {
      guard let link = member.link, let name = Self.plain(member.bytes) else { continue }
      // A file that was added twice: the second time it is a hard link to the first.
      if !link.isSymbolic, Self.plain(link.target) == name { names.insert(name) } else { targets[name] = link }
    }
    names.formUnion(targets.keys.compactMap { try? end(of: $0) })
    var members = reader()
    while let member = try members.next() {
      guard member.link == nil, let name = Self.plain(member.bytes), names.contains(name) else { continue }
      files[name] = member
    }
  }

  func resolve(_ member: TarMember) -> TarMember {
    guard let link = member.link else { return member }
    let target = String(decoding: link.target, as: UTF8.self)
    do throws(Failure) {
      guard let file = files[try end(of: Self.plain(member.bytes) ?? [])] else { throw .missing }
      return TarMember(bytes: member.bytes, offset: file.offset, size: file.size)
    } catch {
      let problem = "It is a link to \"\(target)\", which leads \(error.rawValue)."
      return TarMember(bytes: member.bytes, offset: 0, size: 0, problem: problem)
    }
  }

  /// Where a link leads instead.
  private enum Failure: String, Error {
    case outside = "out of the archive"
    case circle = "in a circle"
    case missing = "to no file in the archive"
  }

  private func end(of name: [UInt8]) throws(Failure) -> [UInt8] {
    var name = name
    for _ in 0..<Self.maximumLength {
      guard let link = targets[name] else { return name }
      // A hard link has a name in the archive; a symbolic one is relative to its folder.
      let folder = link.isSymbolic ? name.split(separator: UInt8(ascii: "/")).dropLast() : []
      guard !link.isSymbolic || link.target.first != UInt8(ascii: "/"), let next = Self.plain(link.target, in: folder)
      else { throw .outside }
      name = next
    }
    throw .circle
  }

  /// A name without `.`, `..` and needless slashes; nil for one that leads out of the archive.
  private static func plain(_ name: [UInt8], in folder: [ArraySlice<UInt8>] = []) -> [UInt8]? {
    var parts = folder
    for part in name.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      if !part.elementsEqual("..".utf8) { parts.append(part) } else if parts.popLast() == nil { return nil }
    }
    return Array(parts.joined(separator: [UInt8(ascii: "/")]))
  }
}
