import Foundation
import Testing
import VisionErrors

@testable import VisionWorker

@Suite("Framed requests")
struct RequestReaderTests {
  /// A reader of bytes that come in pieces of this length.
  private func reader(_ bytes: Data, pieceLength: Int = 7) throws -> RequestReader {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    Thread {
      for start in stride(from: 0, to: bytes.count, by: pieceLength) {
        try? writer.write(contentsOf: bytes[start..<min(start + pieceLength, bytes.count)])
      }
      try? writer.close()
    }.start()
    let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
    return RequestReader(descriptor: descriptor)
  }

  private func bytes(_ count: Int, _ reader: inout RequestReader) throws -> Data {
    var data = Data(count: count)
    try data.withUnsafeMutableBytes { try reader.read(into: $0) }
    return data
  }

  @Test("Headers and bytes one after another, whatever pieces they come in", arguments: [1, 7, 100_000])
  func several(pieceLength: Int) throws {
    let image = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    let header = Data("{\"id\":1,\"bytes\":1000}\n".utf8)
    let raw = Data("{\"id\":-2,\"bytes\":6,\"format\":\"rgb\",\"width\":2,\"height\":1,\"timestampMs\":40}\n".utf8)
    var reader = try reader(header + image + raw + image.prefix(6) + header + image, pieceLength: pieceLength)
    #expect(try reader.header() == WorkerRequest(id: 1, bytes: 1000))
    #expect(try bytes(1000, &reader) == image)
    #expect(
      try reader.header() == WorkerRequest(id: -2, bytes: 6, timestampMs: 40, format: .rgb, width: 2, height: 1))
    try reader.skip(6)
    #expect(try reader.header()?.bytes == 1000)
    #expect(try bytes(1000, &reader) == image)
    #expect(try reader.header() == nil)
  }

  @Test(
    "A header that is none, too long, or negative ends the reading",
    arguments: ["words\n", "{}\n", "{\"id\":1}\n", "{\"id\":1,\"bytes\":-1}\n", "{\"id\":1,\"bytes\":1e99}\n", "\n"])
  func malformed(text: String) throws {
    var reader = try reader(Data(text.utf8))
    #expect(throws: TasksError.self) { try reader.header() }
  }

  @Test("A header has at most 4096 bytes, with or without an end")
  func long() throws {
    let header = Data("{\"id\":1,\"bytes\":0}".utf8)
    let padding = Data(repeating: UInt8(ascii: " "), count: WorkerRequest.maxHeaderLength - header.count)
    var longest = try reader(header + padding + Data("\n".utf8), pieceLength: 1000)
    #expect(try longest.header()?.id == 1)
    var longer = try reader(header + padding + Data(" \n".utf8), pieceLength: 1000)
    let error = #expect(throws: TasksError.self) { try longer.header() }
    #expect(error?.message.contains("4096") == true)
    var endless = try reader(Data(count: 1_000_000), pieceLength: 65_536)
    #expect(throws: TasksError.self) { try endless.header() }
  }

  @Test("An input that is cut off is said to be, in the header and in the bytes")
  func cutOff() throws {
    var inHeader = try reader(Data("{\"id\":1".utf8))
    #expect(#expect(throws: TasksError.self) { try inHeader.header() }?.code == .dataLossError)
    var inBytes = try reader(Data("{\"id\":1,\"bytes\":10}\n12345".utf8))
    #expect(try inBytes.header()?.bytes == 10)
    #expect(#expect(throws: TasksError.self) { try bytes(10, &inBytes) }?.code == .dataLossError)
    var skipped = try reader(Data("12345".utf8))
    #expect(#expect(throws: TasksError.self) { try skipped.skip(Int.max) }?.code == .dataLossError)
  }
}
