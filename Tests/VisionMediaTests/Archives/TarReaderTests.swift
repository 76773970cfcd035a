import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionMedia

@Suite("Tar archives are listed without trust")
struct TarReaderTests {
  private static let long = String(repeating: "folder/", count: 30) + "image.jpg"

  /// The files of an archive. Every read has to lie in it.
  private func members(_ archive: Data) throws -> [TarMember] {
    var reader = TarReader(name: "the archive", byteCount: archive.count) { offset, count in
      try #require(offset >= 0 && count >= 0 && offset + count <= archive.count, "\(count) bytes at \(offset)")
      return archive[offset..<(offset + count)]
    }
    var members: [TarMember] = []
    while let member = try reader.next() {
      try #require(member.offset + member.size <= archive.count)
      members.append(member)
    }
    return members
  }

  private func failure(_ archive: Data) -> TasksErrorCode? {
    #expect(throws: TasksError.self) { try members(archive) }?.code
  }

  @Test("Archives of the command tar, in all of its formats", arguments: ["v7", "oldgnu", "gnu", "ustar", "pax"])
  func command(format: String) throws {
    let tar = try #require(SystemCommand.find("tar"))
    let folder = try TemporaryFolder()
    // v7 has 99 bytes for a name, ustar 255.
    let names = ["a.png", "b/ü.json"] + (["v7"].contains(format) ? [] : [Self.long])
    for (number, name) in names.enumerated() {
      try folder.write(Data(count: 700 * number) + Data("end".utf8), "in/" + name)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path("in/b/soft.png"), withDestinationPath: "../a.png")
    try folder.hardLink("in/hard.png", to: "in/a.png")
    let process = Process()
    process.executableURL = tar
    process.arguments = ["--format", format, "--sort=name", "-C", folder.path("in"), "-cf", folder.path("a.tar"), "."]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let archive = try ArchiveFile(path: folder.path("a.tar"))
    var found: [String] = []
    try archive.forEachMember { (member) throws in
      #expect(member.problem == nil)
      found.append(String(member.name.dropFirst(2)))
      #expect(try archive.contents(of: member) == folder.bytes("in/" + member.name))
      #expect(try archive.contents(of: member, limit: 2).count == 2)
    }
    #expect(found.sorted() == (names + ["b/soft.png", "hard.png"]).sorted())
  }

  @Test("Names: ustar's prefix, GNU's long ones, pax attributes; sizes of pax attributes count")
  func names() throws {
    var tar = TarWriter()
    tar.add("b.png", Data("1".utf8), prefix: "a")
    tar.add("././@LongLink", Data((Self.long + "\0").utf8), type: "L")
    tar.add("cut", Data("22".utf8))
    tar.addAttributes([("mtime", "1.5"), ("path", "ä.png"), ("size", "3")])
    tar.add("other", Data("333".utf8), size: TarWriter.octal(0, digits: 11))
    tar.addAttributes([("path", "folder")])
    tar.add("folder/", type: "5")
    tar.add("last", Data("4444".utf8), size: [0x80] + [UInt8](repeating: 0, count: 10) + [4])
    // In the second case 0 bytes are stated in the header, so that the contents count.
    let found = try members(tar.finished)
    #expect(found.map(\.name) == ["a/b.png", Self.long, "ä.png", "last"])
    #expect(found.map(\.size) == [1, 2, 3, 4])
    #expect(
      found.map { String(decoding: tar.data[$0.offset..<($0.offset + $0.size)], as: UTF8.self) } == [
        "1", "22", "333", "4444",
      ])
  }

  @Test("A long name is that of the next member, whatever kind it has; links may have names that are not UTF-8")
  func kinds() throws {
    var tar = TarWriter()
    // GNU's list of a folder's files, with the folder's long name before it.
    tar.add("././@LongLink", Data((Self.long + "/\0").utf8), type: "L")
    tar.add("folder/", Data("Yb.png\0\0".utf8), type: "D")
    tar.add("b.png", Data("1".utf8))
    tar.addAttributes([("comment", "of all members")], ofAll: true)
    #expect(try members(tar.finished).map(\.name) == ["b.png"])
    let latin = [UInt8](Data("caf\u{E9}.png".unicodeScalars.map { UInt8($0.value) }))
    tar.add("c.png", type: "1", targetBytes: latin)
    tar.add("d.png", Data("2".utf8), nameBytes: latin)
    let folder = try TemporaryFolder()
    let archive = try ArchiveFile(path: folder.write(tar.finished, "a.tar"))
    var found: [String] = []
    try archive.forEachMember { (member) throws in
      #expect(member.problem == nil, "\(member.name)")
      found.append(String(decoding: try archive.contents(of: member), as: UTF8.self))
    }
    #expect(found == ["1", "2", "2"])
  }

  @Test("A slash marks a folder in whole names, not where a header cuts off a long one")
  func slashes() throws {
    var tar = TarWriter()
    tar.add("folder/")
    tar.add("././@LongLink", Data((Self.long + "\0").utf8), type: "L")
    tar.add("cut/", Data("22".utf8))
    tar.addAttributes([("path", "folder/")])
    tar.add("cut")
    tar.add("a")
    #expect(try members(tar.finished).map(\.name) == [Self.long, "a"])
  }

  @Test("Links state a size and have no contents; an archive may lack its end")
  func links() throws {
    var tar = TarWriter()
    tar.add("a", Data(count: 600))
    tar.add("b", type: "1", size: TarWriter.octal(600, digits: 11), target: "a")
    tar.add("c", Data(count: 5))
    #expect(try members(tar.data).map(\.name) == ["a", "b", "c"])
    #expect(try members(tar.data).map(\.size) == [600, 0, 5])
    #expect(try members(Data()).isEmpty)
  }

  @Test("Links lead to files of the archive, before or after them, and never out of it")
  func targets() throws {
    let folder = try TemporaryFolder()
    var tar = TarWriter()
    let links: [(name: String, type: Character, target: String, leadsTo: String?)] = [
      ("later", "2", "x/a", "a"), ("x/hard", "1", "x/a", "a"), ("x/./soft", "2", "./a", "a"),
      ("x/y/up", "2", "../a", "a"),
      ("chain", "2", "x/y/up", "a"), ("hard to a link", "1", "chain", "a"), ("top", "2", "b", "b"),
      ("absolute hard", "1", "/x/a", "a"), ("dots", "1", "./x//y/../a", "a"), ("long", "2", "cut", "b"),
      ("long hard", "1", "cut", "b"), ("out", "2", "../b", nil), ("x/out", "2", "../../x/a", nil),
      ("hard out", "1", "../b", nil),
      ("absolute", "2", "/x/a", nil), ("empty", "2", "", nil), ("missing", "1", "c", nil), ("folder", "2", "x", nil),
      ("itself", "2", "itself", nil), ("twice", "1", "x/../twice", "t"), ("to twice", "2", "twice", "t"),
      ("circle", "2", "circle 2", nil), ("circle 2", "2", "circle", nil),
    ]
    for link in links {
      if link.name == "long" { tar.addAttributes([("linkpath", "./b")]) }
      if link.name == "long hard" { tar.add("././@LongLink", Data("b\0".utf8), type: "K") }
      tar.add(link.name, type: link.type, target: link.target)
      if link.name == "later" { tar.add("x/", type: "5") }
      // A file that is added again is a hard link to itself.
      if link.name == "itself" { tar.add("twice", Data("t".utf8)) }
      if link.name == "x/hard" { tar.add("x/a", Data("a".utf8)) }
    }
    tar.add("./b", Data("b".utf8))
    let archive = try ArchiveFile(path: folder.write(tar.finished, "a.tar"))
    var found: [String: String?] = [:]
    try archive.forEachMember { (member) throws in
      found[member.name] =
        member.problem == nil ? String(decoding: try archive.contents(of: member), as: UTF8.self) : .some(nil)
      #expect(member.problem?.hasPrefix("It is a link to \"") != false)
    }
    for link in links { #expect(found[link.name] == .some(link.leadsTo), "\(link.name)") }
  }

  @Test("A member of more than 1 GiB is refused before it is read")
  func largeMember() throws {
    let folder = try TemporaryFolder()
    for (size, isAllowed) in [(1 << 30, true), (1 << 30 + 1, false)] {
      var tar = TarWriter()
      tar.add("a.png", size: TarWriter.octal(size, digits: 11))
      let path = try folder.write(tar.data, "a.tar")
      // Sparse: it takes no room on the disk.
      try #require(truncate(path, off_t(512 + size + 1024)) == 0)
      let archive = try ArchiveFile(path: path)
      var reader = archive.reader
      let member = try #require(try reader.next())
      #expect(try archive.contents(of: member, limit: 4).count == 4)
      guard !isAllowed else { continue }
      let error = #expect(throws: TasksError.self) { try archive.contents(of: member) }
      #expect(error?.code == .outOfRangeError)
    }
  }

  @Test("Sizes beyond the archive, beyond 63 bits and below zero are refused before anything is read")
  func sizes() throws {
    let fields: [[UInt8]] = [
      TarWriter.octal(513, digits: 11), Array("77777777777\0".utf8), Array("888\0".utf8), Array("-1\0".utf8),
      [0x80] + [UInt8](repeating: 0xFF, count: 11), [UInt8](repeating: 0xFF, count: 12),
      [0x80, 0, 0, 0, 0x7F] + [UInt8](repeating: 0xFF, count: 7),
    ]
    for field in fields {
      var tar = TarWriter()
      tar.add("a", Data(count: 10), size: field)
      #expect(failure(tar.data) == .dataLossError, "\(field)")
    }
    for size in ["-1", "9223372036854775807", "9223372036854775808", "x"] {
      var tar = TarWriter()
      tar.addAttributes([("size", size)])
      tar.add("a", Data(count: 10))
      #expect(failure(tar.finished) == .dataLossError, "\(size)")
    }
  }

  @Test("Long names and attributes have a maximum, and records of attributes have to be whole")
  func extensions() throws {
    for type in ["L", "x"] as [Character] {
      var tar = TarWriter()
      tar.add("big", Data(count: 1 << 20 + 1), type: type)
      tar.add("a")
      #expect(failure(tar.finished) == .dataLossError)
    }
    for text in ["5 a=b", "99 a=b\n", "0 \n", "6 abc\n", "-6 a=b\n", "99999999999999999999 a=b\n", "a"] {
      var tar = TarWriter()
      tar.add("attributes", Data(text.utf8), type: "x")
      tar.add("a")
      #expect(failure(tar.finished) == .dataLossError, "\(text)")
    }
  }

  @Test("Names of more than 4,096 bytes are refused: a batch keeps a name for every image")
  func nameLengths() throws {
    for (length, isAllowed) in [(4096, true), (4097, false)] {
      let name = String(repeating: "n", count: length)
      var gnu = TarWriter()
      gnu.add("././@LongLink", Data((name + "\0").utf8), type: "L")
      gnu.add("a")
      var pax = TarWriter()
      pax.addAttributes([("path", name)])
      pax.add("a")
      for archive in [gnu.finished, pax.finished] {
        if isAllowed {
          #expect(try members(archive).map(\.name) == [name])
        } else {
          #expect(failure(archive) == .dataLossError)
        }
      }
    }
  }

  @Test("Files with holes and compressed archives are refused with what to do")
  func unsupported() throws {
    var sparse = TarWriter()
    sparse.add("a", type: "S")
    #expect(failure(sparse.finished) == .unimplementedError)
    var attributes = TarWriter()
    attributes.addAttributes([("GNU.sparse.major", "1")])
    attributes.add("a", Data(count: 512))
    #expect(failure(attributes.finished) == .unimplementedError)
    #expect(failure(Data([0x1F, 0x8B]) + Data(count: 1000)) == .unimplementedError)
    #expect(failure(Data(repeating: 7, count: 1024)) == .dataLossError)
  }

  @Test("An archive cut off anywhere has its first members or is refused; none is shorter than it says")
  func cutOff() throws {
    var tar = TarWriter()
    tar.add("a", Data(count: 700))
    tar.addAttributes([("path", "b")])
    tar.add("x", Data(count: 3))
    let whole = try members(tar.finished)
    for count in 0..<tar.finished.count {
      do {
        let found = try members(tar.finished.prefix(count))
        #expect(whole.starts(with: found))
      } catch let error as TasksError {
        #expect(error.code == .dataLossError)
      }
    }
  }

  @Test("A member that no longer lies in its archive is an error, not other bytes")
  func changed() throws {
    let folder = try TemporaryFolder()
    var tar = TarWriter()
    tar.add("a", Data(count: 700))
    let archive = try ArchiveFile(path: folder.write(tar.finished, "a.tar"))
    for (offset, size) in [(512, 1 << 20), (Int.max, 1), (-1, 1), (0, .max)] {
      #expect(throws: TasksError.self) { try archive.contents(of: TarMember(name: "a", offset: offset, size: size)) }
    }
    let missing = #expect(throws: TasksError.self) { try ArchiveFile(path: folder.path("none.tar")) }
    #expect(missing?.code == .notFoundError)
    #expect(throws: TasksError.self) { try ArchiveFile(path: folder.url.path) }
  }
}
