import Foundation
import Testing
import VisionCore

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

  private func request(_ reader: inout RequestReader) throws -> WorkerRequest? {
    try reader.header()?.request.get()
  }

  @Test("Headers and bytes one after another, whatever pieces they come in", arguments: [1, 7, 100_000])
  func several(pieceLength: Int) throws {
    let image = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    let header = Data("{\"id\":1,\"bytes\":1000}\n".utf8)
    let raw = Data("{\"id\":-2,\"bytes\":6,\"format\":\"rgb\",\"width\":2,\"height\":1,\"timestampMs\":40}\n".utf8)
    var reader = try reader(header + image + raw + image.prefix(6) + header + image, pieceLength: pieceLength)
    #expect(try request(&reader) == WorkerRequest(id: 1, bytes: 1000))
    #expect(try bytes(1000, &reader) == image)
    #expect(
      try request(&reader) == WorkerRequest(id: -2, bytes: 6, timestampMs: 40, format: .rgb, width: 2, height: 1))
    try reader.skip(6)
    #expect(try reader.header()?.bytes == 1000)
    #expect(try bytes(1000, &reader) == image)
    #expect(try request(&reader) == nil)
  }

  @Test("A non-blocking pipe, as another process may have made it, is waited for")
  func nonBlocking() throws {
    let pipe = Pipe()
    let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
    defer { close(descriptor) }
    #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
    let writer = pipe.fileHandleForWriting
    Thread {
      for part in ["{\"id\":1,", "\"bytes\":4}\n", "ab", "cd"] {
        Thread.sleep(forTimeInterval: 0.05)
        try? writer.write(contentsOf: Data(part.utf8))
      }
      try? writer.close()
    }.start()
    var reader = RequestReader(descriptor: descriptor)
    #expect(try reader.header()?.bytes == 4)
    #expect(try bytes(4, &reader) == Data("abcd".utf8))
    #expect(try reader.header() == nil)
  }

  @Test(
    "A header without a number of bytes ends the reading",
    arguments: [
      "words\n", "{}\n", "{\"id\":1}\n", "{\"id\":1,\"bytes\":-1}\n", "{\"id\":1,\"bytes\":1e99}\n", "\n", "[1]\n",
      "5\n",
      "{\"id\":1,\"bytes\":\"12\"}\n", "{\"id\":1,\"bytes\":null}\n", "{\"id\":1,\"bytes\":1.5}\n",
    ])
  func malformed(text: String) throws {
    var reader = try reader(Data(text.utf8))
    let error = #expect(throws: TasksError.self) { try reader.header() }
    #expect(error?.code == .invalidArgumentError)
    #expect(text == "words\n" ? error?.message.hasPrefix("\"words\" cannot be read as a header.") == true : true)
  }

  @Test(
    "A wrong key or value is an error of its request, and the next header is found",
    arguments: [
      ("\"id\":1,\"format\":\"bgr\"", "format is \"bgr\"; allowed is one of rgb, rgba, bgra, gray"),
      ("\"id\":\"seven\"", "id is \"seven\"; allowed is an integer"), ("\"id\":1.5", "id is 1.5"),
      ("\"id\":[1]", "id is a list or an object"), ("\"id\":null", "id is null"), ("\"format\":\"rgb\"", "has no id"),
      ("\"id\":1,\"width\":\"2\"", "width is \"2\""), ("\"id\":1,\"height\":true", "height is true"),
      ("\"id\":1,\"timestampMs\":0.5", "timestampMs is 0.5"),
      ("\"id\":1,\"timestamp\":33", "\"timestamp\" is not a key"),
    ])
  func wrongValue(fields: String, words: String) throws {
    let good = "{\"id\":9,\"bytes\":0}\n"
    var reader = try reader(Data("{\"bytes\":3,\(fields)}\nabc\(good)".utf8))
    let header = try #require(try reader.header())
    let error = #expect(throws: TasksError.self) { try header.request.get() }
    #expect(error?.code == .invalidArgumentError && error?.message.contains(words) == true, "\(error?.message ?? "")")
    try reader.skip(header.bytes)
    #expect(try request(&reader)?.id == 9)
  }

  @Test("The error of a request repeats its ID as the client wrote it")
  func wrongID() throws {
    for (id, expected) in [("\"seven\"", "\"seven\""), ("8", "8"), ("1.5", "null"), ("{}", "null")] {
      var reader = try reader(Data("{\"bytes\":0,\"id\":\(id),\"x\":1}\n".utf8))
      let failure = WorkerFailure(id: try reader.header()?.id, TasksError.invalidArgument("x"))
      let line = String(decoding: try JSONEncoder().encode(failure), as: UTF8.self)
      #expect(line.contains("\"id\":\(expected)"), "\(line)")
    }
    let ending = WorkerFailure(id: nil, TasksError.invalidArgument("x"))
    #expect(!String(decoding: try JSONEncoder().encode(ending), as: UTF8.self).contains("id\""))
  }

  @Test("A header has at most 4096 bytes, with or without an end")
  func long() throws {
    let header = Data("{\"id\":1,\"bytes\":0}".utf8)
    let padding = Data(repeating: UInt8(ascii: " "), count: WorkerRequest.maxHeaderLength - header.count)
    var longest = try reader(header + padding + Data("\n".utf8), pieceLength: 1000)
    #expect(try longest.header()?.id == .number(1))
    var longer = try reader(header + padding + Data(" \n".utf8), pieceLength: 1000)
    let error = #expect(throws: TasksError.self) { try longer.header() }
    #expect(error?.message.contains("4096") == true)
    var endless = try reader(Data(count: 1_000_000), pieceLength: 65_536)
    #expect(throws: TasksError.self) { try endless.header() }
  }

  @Test("An input that ends early is an error, in the header and in the bytes")
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
