import TestSupport
import Testing
import VisionCore
import VisionModels

@Suite("Zip archives and bundles")
struct ZipArchiveTests {
  private let members: [(name: String, bytes: [UInt8])] = [
    ("a.tflite", [1, 2, 3, 4]), ("empty", []), ("folder/b.tflite", [UInt8](repeating: 7, count: 500)),
  ]

  @Test("members are found, wherever their data starts", arguments: [0, 1, 30])
  func members(padding: Int) throws {
    let bundle = try TaskBundle(ModelData(ZipWriter(localPadding: padding).write(members)))
    #expect(bundle.memberNames == members.map(\.name))
    for member in members { #expect(try bundle.member(named: member.name).array == member.bytes) }
    #expect(bundle.contains("a.tflite"))
    #expect(!bundle.contains("A.tflite"))
  }

  @Test("an archive after other bytes is read, its offsets counting from either start", arguments: [true, false])
  func leadingBytes(countsFromStart: Bool) throws {
    let writer = ZipWriter(leading: [UInt8](repeating: 0x50, count: 777), countsFromStart: countsFromStart)
    let archive = try ZipArchive(ModelData(writer.write(members)))
    #expect(try archive.member(named: "a.tflite").array == [1, 2, 3, 4])
  }

  @Test("a comment as long as they get is skipped, even when it looks like an end record")
  func comment() throws {
    let comment =
      [UInt8](repeating: 0x50, count: 60_000) + [0x50, 0x4b, 0x05, 0x06] + [UInt8](repeating: 0xFF, count: 5531)
    let archive = try ZipArchive(ModelData(ZipWriter(comment: comment).write(members)))
    #expect(archive.members.count == 3)
    #expect(archive.trailingByteCount == 0)
  }

  @Test("a bundle within a bundle shares the outer bundle's memory")
  func nested() throws {
    let inner = ZipWriter(localPadding: 3).write(members)
    let outer = ModelData(ZipWriter().write([("inner.task", inner)]))
    let member = try TaskBundle(TaskBundle(outer).member(named: "inner.task")).member(named: "a.tflite")
    let offset = outer.withUnsafeBytes { whole in
      member.withUnsafeBytes { part in UInt(bitPattern: part.baseAddress) - UInt(bitPattern: whole.baseAddress) }
    }
    #expect(offset < UInt(outer.count))
    #expect(member.array == [1, 2, 3, 4])
  }

  @Test("a missing member is reported with the names that are there")
  func missing() throws {
    let bundle = try TaskBundle(ModelData(ZipWriter().write(members)))
    let error = #expect(throws: TasksError.self) { try bundle.member(named: "c.tflite") }
    #expect(error?.code == .notFoundError)
    #expect(error?.message.contains("c.tflite") == true)
    #expect(error?.message.contains("a.tflite, empty, folder/b.tflite") == true)
  }

  @Test("what is neither a model nor a bundle is called so: a damaged .tflite is not said to be no archive")
  func neither() throws {
    let model = SampleModel().bytes
    for bytes in [Array(model.dropFirst(8).prefix(200)), [UInt8](repeating: 7, count: 4096), []] {
      let error = #expect(throws: TasksError.self) { try ModelReport(name: "m.tflite", ModelData(bytes)) }
      #expect(error?.message.contains("neither a TensorFlow Lite model (.tflite) nor a task bundle (.task)") == true)
      #expect(error?.message.contains("zip") == false)
    }
    // A whole model whose end with the labels was cut off.
    let cut = try #require(try ParsedModel(ModelData(Array(model.dropLast(30)))).metadata)
    let error = #expect(throws: TasksError.self) { try cut.contents(of: cut.outputs[1].associatedFiles[0]) }
    #expect(error?.message.contains("cut off") == true && error?.message.contains("zip") == false)
  }

  @Test("a compressed member is refused when it is asked for, and the message says what to do")
  func compressed() throws {
    let bundle = try TaskBundle(ModelData(ZipWriter(method: 8).write(members)))
    let error = #expect(throws: TasksError.self) { try bundle.member(named: "a.tflite") }
    #expect(error?.code == .unknownError)
    #expect(error?.message.contains("without compression") == true)
  }

  @Test("what is no archive, or one cut short, has MediaPipe's code 2")
  func notArchives() throws {
    let whole = ZipWriter().write(members)
    for bytes in [[], [1, 2, 3], [UInt8](repeating: 0, count: 4096), Array(whole.prefix(whole.count / 2))] {
      #expect(errorCode { _ = try TaskBundle(ModelData(bytes)) } == .unknownError)
    }
    #expect(errorCode { _ = try TaskBundle(ModelData(ZipWriter().write(members + members))) } == .unknownError)
  }

  @Test("an archive that needs zip64 is refused by name")
  func zip64() throws {
    var bytes = ZipWriter().write(members)
    bytes.replaceSubrange((bytes.count - 6)..<(bytes.count - 2), with: [0xFF, 0xFF, 0xFF, 0xFF])
    let error = #expect(throws: TasksError.self) { try TaskBundle(ModelData(bytes)) }
    #expect(error?.message.contains("zip64") == true)
  }

  @Test("members that share their bytes are refused: a small archive must not stand for a huge one")
  func overlappingMembers() throws {
    var bytes = ZipWriter().write([("a", [UInt8](repeating: 0, count: 300)), ("b", [])])
    let sizeOfLast = bytes.count - 22 - 47 + 20
    for field in [sizeOfLast, sizeOfLast + 4] {
      bytes.replaceSubrange(field..<(field + 4), with: [0x2C, 0x01, 0, 0])
    }
    let error = #expect(throws: TasksError.self) { try TaskBundle(ModelData(bytes)) }
    #expect(error?.message.contains("more bytes") == true)
  }
}
