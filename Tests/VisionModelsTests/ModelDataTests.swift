import Foundation
import TestSupport
import Testing
import VisionCore

@testable import VisionModels

@Suite("Bytes of models")
struct ModelDataTests {
  @Test("a file's bytes come through the mapping unchanged, and outlive the file's name")
  func mapping() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let path = try folder.write(bytes, "a.task")
    let data = try ModelData(contentsOfFile: path)
    try FileManager.default.removeItem(atPath: path)
    #expect(data.array == bytes)
  }

  @Test("copied bytes start on a multiple of 64, which the runtime asks for", arguments: [0, 1, 63, 1000])
  func alignment(count: Int) {
    let data = ModelData([UInt8](repeating: 9, count: count))
    #expect(data.array == [UInt8](repeating: 9, count: count))
    data.withUnsafeBytes { bytes in
      if count > 0 { #expect(UInt(bitPattern: bytes.baseAddress) % 64 == 0) }
    }
  }

  @Test(
    "floats of 16 and 32 bits are those of one element at a time, at any alignment, without a rest", arguments: 0..<9)
  func floats(start: Int) throws {
    var random = SeededGenerator(seed: UInt64(start))
    let bytes = (0..<start + 1003).map { _ in UInt8.random(in: 0...255, using: &random) }
    let data = try ModelData(bytes).slice(start..<bytes.count)
    let halves = data.integers(UInt16.self).map(Float.init(halfBits:)), wholes = data.integers(UInt32.self)
    #expect(data.floats(isHalf: true).map(\.bitPattern) == halves.map(\.bitPattern))
    #expect(data.floats(isHalf: false).map(\.bitPattern) == wholes)
    let special = ModelData([0x00, 0x7C, 0x00, 0xFC, 0x00, 0x7E]).floats(isHalf: true)
    #expect(special[0] == .infinity && special[1] == -.infinity && special[2].isNaN)
    #expect(try data.slice(0..<1).floats(isHalf: true).isEmpty && data.slice(0..<3).floats(isHalf: false).isEmpty)
  }

  @Test("models are equal by their bytes, in the same memory or not")
  func equality() throws {
    let bytes = (0..<100).map { UInt8($0) }
    let (one, other) = (ModelData(bytes), ModelData(bytes))
    #expect(one.equals(one) && one.equals(other))
    #expect(try one.slice(3..<9).equals(ModelData(bytes[3..<9])))
    #expect(try !one.slice(3..<9).equals(one.slice(4..<10)) && !one.equals(one.slice(0..<99)))
    #expect(ModelData([]).equals(try one.slice(5..<5)))
  }

  @Test("slices share memory, count from their own start and keep the memory alive")
  func slices() throws {
    var whole: ModelData? = ModelData((0..<100).map { UInt8($0) })
    let slice = try #require(try whole?.slice(10..<50))
    let inner = try slice.slice(5..<10)
    whole = nil
    #expect(inner.array == [15, 16, 17, 18, 19])
    #expect(try slice.slice(40..<40).array.isEmpty)
    #expect(errorCode { _ = try slice.slice(30..<41) } == .outOfRangeError)
    #expect(errorCode { _ = try slice.slice(-1..<2) } == .outOfRangeError)
  }

  @Test(
    "a changed copy of a file's part has the changes, follows no page limits, and leaves file and part as they were",
    arguments: [(0..<10_000, 10_000), (52..<9_000, 9_100), (4_096..<8_192, 8_192), (100..<200, 20_000)])
  func writing(range: Range<Int>, size: Int) throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let folder = try TemporaryFolder()
    let path = try folder.write(bytes, "a.task")
    let part = try ModelData(contentsOfFile: path).slice(range)
    let count = max(range.count, size - range.lowerBound)
    let numbers: [(position: Int, value: UInt32)] = [(0, 1), (range.count / 2, 0xdead_beef), (count - 4, 77)]
    let copy = part.writing(numbers, byteCount: count)
    let plain = ModelData(bytes[range]).writing(numbers, byteCount: count)
    #expect(copy.count == count && copy.array == plain.array)
    #expect(copy.integer(UInt32.self, at: range.count / 2) == 0xdead_beef)
    #expect(part.array == Array(bytes[range]))
    // A copy of a copy, and bytes whose memory was let go.
    let second = copy.writing(
      [(8, 5)], [(40, BytePiece([1, 2, 3])), (count, BytePiece([9]))], byteCount: count + 5000)
    let secondPlain = plain.writing(
      [(8, 5)], [(40, BytePiece([1, 2, 3])), (count, BytePiece([9]))], byteCount: count + 5000)
    for data in [part, copy, second] { data.releasePages() }
    #expect(part.array == Array(bytes[range]) && copy.array == plain.array)
    #expect(second.array == secondPlain.array)
    #expect(second.integer(UInt32.self, at: 8) == 5 && second.integer(UInt32.self, at: count - 4) == 77)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
  }

  @Test("long pieces after the part of a file can be let go too, and are there again when they are read")
  func longPieces() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let file = try ModelData(contentsOfFile: folder.write(bytes, "a.task"))
    let piece = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * 13) }
    let copy = file.writing([(4, 77)], [(10_000, BytePiece(piece))], byteCount: 10_000 + piece.count)
    let plain = ModelData(bytes).writing([(4, 77)], [(10_000, BytePiece(piece))], byteCount: 10_000 + piece.count)
    let before = ResidentMemory.of(copy)
    for _ in 0..<2 { copy.releasePages() }
    let after = ResidentMemory.of(copy)
    if let before, let after {
      print("3 MB of pieces: \(before) kilobytes resident, \(after) when let go")
      #expect(before >= 2900 && after < 100)
    }
    #expect(copy.array == plain.array)
    // A copy of it is complete too.
    let second = copy.writing([(8, 5)], byteCount: copy.count)
    #expect(second.array == plain.writing([(8, 5)], byteCount: copy.count).array)
  }

  @Test("what is no readable file is refused with MediaPipe's codes, and the message names the path")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let cases: [(path: String, code: TasksErrorCode)] = [
      ("", .invalidArgumentError),
      (folder.url.appendingPathComponent("absent.task").path, .notFoundError),
      (try folder.write([UInt8](), "empty.task"), .invalidArgumentError),
      (folder.url.path, .invalidArgumentError),
      ("/dev/null", .invalidArgumentError),
    ]
    for (path, code) in cases {
      let error = #expect(throws: TasksError.self) { try ModelData(contentsOfFile: path) }
      #expect(error?.code == code, "\(path)")
      #expect(error?.message.contains(path.isEmpty ? "empty" : path) == true)
    }
  }

  @Test("a file without permission is told apart", .only(.ordinaryUser))
  func permission() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([1] as [UInt8], "secret.task")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(errorCode { _ = try ModelData(contentsOfFile: folder.path("secret.task")) } == .permissionDeniedError)
  }

  @Test("A missing file is named by its absolute path, with a hint where the path is none")
  func missingFile() {
    func message(_ path: String) -> String {
      do {
        _ = try ModelData(contentsOfFile: path)
        return ""
      } catch { return error.message }
    }
    let current = FileManager.default.currentDirectoryPath
    #expect(message("no.task") == "There is no file at \(current)/no.task; check the path or fetch the model.")
    #expect(message("file:///tmp/no.task").hasSuffix("file:///tmp/no.task is a URL; give its path, /tmp/no.task."))
    #expect(message("~/no.task").hasSuffix("in a shell only; give \(NSHomeDirectory())/no.task."))
  }

  @Test("An address in the place of a path is named by its scheme: it may have a password or a token")
  func addresses() {
    for address in [
      "https://user:secret@host/a.task", "RTSP://secret", " ftp://host/a?token=secret", "a+b-1.c://secret",
    ] {
      let error = #expect(throws: TasksError.self) { try ModelData(contentsOfFile: address) }
      #expect(error?.message.contains("is an address; give the path of a file.") == true, "\(address)")
      #expect(error?.message.lowercased().contains("secret") == false, "\(address)")
    }
    for path in ["a:/b", "models/https:/a", "C:\\a", "é://a", "1://a", "file:///a"] { #expect(path.shownPath == path) }
  }
}
