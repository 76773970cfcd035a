import Testing

@testable import VisionCatalog

@Suite("Heads of answers")
struct HTTPHeadReaderTests {
  @Test("status, range and length are read, whatever the version and the letters' case")
  func fields() {
    let first = read(
      "HTTP/1.1 206 Partial Content\r\n", "content-RANGE:  bytes 10-19/20 \r\n", "Content-Length: 10\r\n", "\r\n")
    #expect(first.answer == HTTPResponseHead(status: 206, contentRange: "bytes 10-19/20", byteCount: 10))
    #expect(first.isComplete)
    let second = read("HTTP/2 200", "x-length: 3", "server: a: b", "")
    #expect(second.answer == HTTPResponseHead(status: 200, contentRange: "", byteCount: nil))
    #expect(second.isComplete)
  }

  @Test(
    "interim answers and redirects are not the last one, and leave nothing behind",
    arguments: [100, 103, 301, 302, 308])
  func earlier(status: Int) {
    var reader = read("HTTP/1.1 \(status) Wait", "Content-Length: 5", "Content-Range: bytes 1-2/3", "")
    #expect(!reader.isComplete)
    for line in ["HTTP/1.1 404 No", ""] { reader.add(line) }
    #expect(reader.isComplete)
    #expect(reader.answer == HTTPResponseHead(status: 404))
  }

  @Test("a body in pieces has no length, in either order", arguments: [true, false])
  func pieces(isFirst: Bool) {
    let headers = ["Transfer-Encoding: chunked", "Content-Length: 10"]
    let reader = read(["HTTP/1.1 200 OK"] + (isFirst ? headers : headers.reversed()) + [""])
    #expect(reader.answer == HTTPResponseHead(status: 200))
    #expect(reader.isComplete)
  }

  @Test("what follows the last head changes nothing")
  func trailer() {
    let reader = read("HTTP/1.1 200 OK", "Content-Length: 10", "", "Content-Length: 11", "HTTP/1.1 500 Late", "")
    #expect(reader.answer == HTTPResponseHead(status: 200, byteCount: 10))
  }

  @Test(
    "lines that make no sense are passed over",
    arguments: ["", ":", "HTTP/", "HTTP/1.1", "HTTP/1.1 many", "Content-Length"])
  func nonsense(line: String) {
    #expect(read(line, "").isComplete == false)
    #expect(read("HTTP/1.1 200 OK", "Content-Length: 99999999999999999999", "").answer == HTTPResponseHead(status: 200))
  }

  private func read(_ lines: String...) -> HTTPHeadReader { read(lines) }

  private func read(_ lines: [String]) -> HTTPHeadReader {
    var reader = HTTPHeadReader()
    for line in lines { reader.add(line) }
    return reader
  }
}
