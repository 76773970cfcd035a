import NIOCore
import TestSupport
import Testing
import VisionHTTP

@testable import VisionServer

@Suite("Parts of a multipart body")
struct MultipartParserTests {
  /// All elements of a body that arrives in chunks of a size.
  private func elements(
    _ body: String, by size: Int = .max, boundary: String = "frame", limit: Int = 100
  ) throws -> [MultipartParser.Element] {
    let boundary = try #require(MultipartBoundary(mediaType: "multipart/x-mixed-replace; boundary=\(boundary)"))
    var parser = MultipartParser(boundary: boundary, partLength: limit)
    var elements: [MultipartParser.Element] = []
    var rest = ByteBuffer(string: body)
    while let chunk = rest.readSlice(length: min(size, rest.readableBytes)), chunk.readableBytes > 0 {
      parser.append(chunk)
      while let element = try parser.next() { elements.append(element) }
    }
    try parser.finish()
    return elements
  }

  private func frame(_ text: String, ms: Int? = nil) throws -> [MultipartParser.Element] {
    let time = try ms.map { try FrameTime(seconds: "\(Double($0) / 1000)") }
    return [.header(PartHeader(length: text.utf8.count, time: time)), .body(ByteBuffer(string: text))]
  }

  @Test("Parts are found however the body is cut", arguments: [1, 2, 3, 5, 7, 16, 64, .max])
  func chunks(size: Int) throws {
    let body = """
      --frame\r\nContent-Type: image/jpeg\r\ncontent-length: 5\r\nX-Timestamp: 1.2345\r\n\r\na\r\n--\r\n--frame\r\n\
      Content-Length:0\r\n\r\n\r\n--frame\r\nContent-Length: 7\r\n\r\n--frame\r\n--frame--\r\nwhat follows is passed over
      """
    #expect(try elements(body, by: size) == frame("a\r\n--", ms: 1235) + frame("") + frame("--frame"))
  }

  @Test(
    "What FFmpeg and cameras send is understood",
    arguments: [
      // FFmpeg ends with a boundary that no part follows.
      ("--ffmpeg\r\nContent-type: image/jpeg\r\nContent-length: 1\r\n\r\na\r\n--ffmpeg\r\n", "ffmpeg"),
      ("\r\n--x\r\nContent-Length: 1\r\n\r\na\r\n--x--", "x"), ("--x\nContent-Length: 1\n\na\n--x\n", "x"),
      ("--cam\r\nContent-Length: 1\r\n\r\na", "--cam"), ("--x  \r\nContent-Length: 1\r\n\r\na--x", "\"x\""),
    ])
  func forms(body: String, boundary: String) throws {
    #expect(try elements(body, boundary: boundary) == frame("a"))
  }

  @Test("An empty body has no parts")
  func empty() throws {
    for body in ["", "\r\n", "--frame--", "--frame\r\n"] { #expect(try elements(body).isEmpty) }
  }

  @Test(
    "What is no part is refused, with the reason",
    arguments: [
      ("--other\r\n", TasksErrorCode.invalidArgumentError, "--other"),
      ("--frame\r\n\r\nabc", .invalidArgumentError, "Content-Length"),
      ("--frame\r\nContent-Length: -1\r\n\r\n", .invalidArgumentError, "Content-Length"),
      ("--frame\r\nContent-Length: 9223372036854775808\r\n\r\n", .invalidArgumentError, "Content-Length"),
      ("--frame\r\nContent-Length: 101\r\n\r\n", .outOfRangeError, "100"),
      ("--frame\r\nno header\r\n", .invalidArgumentError, "no header"),
      ("--frame\r\nContent-Length: 1\r\n\r\nabc\r\n", .invalidArgumentError, "Content-Length right"),
      ("--frame\r\nContent-Length: 1\r\nX-Timestamp: soon\r\n\r\n", .invalidArgumentError, "soon"),
      ("--frame\r\nContent-Length: 1\r\nX-Timestamp: nan\r\n\r\n", .invalidArgumentError, "nan"),
      ("--frame\r\nContent-Length: 1\r\nX-Timestamp: -1\r\n\r\n", .invalidArgumentError, "-1"),
      ("--frame\r\nContent-Length: 1\r\nX-Timestamp: 1e300\r\n\r\n", .invalidArgumentError, "1e300"),
      (String(repeating: "x", count: 5000), .invalidArgumentError, "4096"),
      ("--frame\r\n" + String(repeating: "a: b\r\n", count: 2000), .invalidArgumentError, "headers"),
      (String(repeating: "\n", count: 9000), .invalidArgumentError, "empty lines"),
      (
        "--frame\r\nContent-Length: 1\r\n\r\na" + String(repeating: " \r\n", count: 3000), .invalidArgumentError,
        "empty lines"
      ),
      ("--frame\r\nContent-Length: 3\r\n\r\nab", .dataLossError, "within"),
      ("--frame\r\nContent-Length: 3", .dataLossError, "within"),
    ])
  func errors(body: String, code: TasksErrorCode, word: String) {
    for size in [1, 1000, .max] {
      let error = #expect(throws: TasksError.self) { try elements(body, by: size) }
      #expect(error?.code == code && error?.message.contains(word) == true, "\(error?.message ?? "")")
    }
  }

  @Test("Boundaries are read from the media type")
  func boundaries() {
    func delimiter(_ type: String) -> String? { MultipartBoundary(mediaType: type)?.delimiter }
    #expect(delimiter("multipart/x-mixed-replace;boundary=a b") == nil && delimiter("image/jpeg; boundary=a") == nil)
    for type in ["", "multipart/mixed", "multipart/mixed; boundary="] { #expect(delimiter(type) == nil, "\(type)") }
    #expect(delimiter("Multipart/Mixed; charset=x; Boundary=\"a:b\"") == "--a:b")
    #expect(delimiter("multipart/mixed; boundary=" + String(repeating: "a", count: 71)) == nil)
  }

  @Test("A body that arrives is kept once, and the rest is known")
  func pending() throws {
    let boundary = try #require(MultipartBoundary(mediaType: "multipart/mixed; boundary=x"))
    var parser = MultipartParser(boundary: boundary, partLength: 1_000_000)
    parser.append(ByteBuffer(string: "--x\r\nContent-Length: 100000\r\n\r\n"))
    guard case .header = try parser.next() else { throw TasksError(.internalError, "There is no header.") }
    #expect(try parser.next() == nil && parser.pendingBytes == 0)
    parser.append(ByteBuffer(repeating: 7, count: 100_005))
    #expect(try parser.next() == .body(ByteBuffer(repeating: 7, count: 100_000)) && parser.pendingBytes == 5)
  }
}
