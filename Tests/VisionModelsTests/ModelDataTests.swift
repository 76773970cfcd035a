import Foundation
import Testing
import VisionErrors
import VisionModels

@Suite("Bytes of models")
struct ModelDataTests {
  @Test("a file's bytes come through the mapping unchanged, and outlive the file's name")
  func mapping() throws {
    let folder = try TemporaryFolder()
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let path = try folder.file("a.task", bytes)
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

  @Test("what is no readable file is refused with MediaPipe's codes, and the message names the path")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    let cases: [(path: String, code: TasksErrorCode)] = [
      ("", .invalidArgumentError),
      (folder.url.appendingPathComponent("absent.task").path, .notFoundError),
      (try folder.file("empty.task", []), .invalidArgumentError),
      (folder.url.path, .invalidArgumentError),
      ("/dev/null", .invalidArgumentError),
    ]
    for (path, code) in cases {
      let error = #expect(throws: TasksError.self) { try ModelData(contentsOfFile: path) }
      #expect(error?.code == code, "\(path)")
      #expect(error?.message.contains(path.isEmpty ? "empty" : path) == true)
    }
  }

  // The superuser may read every file, so there is nothing to see as root.
  @Test("a file without permission is told apart", .enabled(if: geteuid() != 0))
  func permission() throws {
    let path = try TemporaryFolder().file("secret.task", [1])
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    #expect(errorCode { _ = try ModelData(contentsOfFile: path) } == .permissionDeniedError)
  }
}
