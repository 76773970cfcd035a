import FuzzSupport
import NIOCore
import VisionCore

@testable import VisionServer

/// Bodies of live requests: a byte for the size of the chunks in which the body arrives, then the body. However it is cut, the same parts
/// are found, and each is as long as its headers say.
@main
enum MultipartFuzz {
  private static let partLength = 256
  private static let boundary = MultipartBoundary(mediaType: "multipart/x-mixed-replace; boundary=a")

  static func main() {
    Fuzzer.run { bytes in
      guard let first = bytes.first, let boundary else { return }
      // What a client sends as the media type, too.
      if first == 0 { _ = MultipartBoundary(mediaType: String(decoding: bytes, as: UTF8.self)) }
      let body = ByteBuffer(bytes: bytes.dropFirst())
      let whole = elements(of: body, boundary, by: max(body.readableBytes, 1))
      let cut = elements(of: body, boundary, by: Int(first) + 1)
      Fuzzer.require(whole == cut, "the parts depend on how the body is cut")
      var length: Int?
      for element in whole {
        switch element {
        case .header(let header):
          Fuzzer.require(length == nil, "a header follows a header")
          Fuzzer.require((0...partLength).contains(header.length), "a part has \(header.length) bytes")
          Fuzzer.require((header.time?.milliseconds ?? 0) >= 0, "a time is negative")
          length = header.length
        case .body(let part):
          Fuzzer.require(part.readableBytes == length, "a part's length is another one than stated")
          length = nil
        }
      }
    }
  }

  /// What is found before the first error.
  private static func elements(
    of body: ByteBuffer, _ boundary: MultipartBoundary, by size: Int
  ) -> [MultipartParser.Element] {
    var parser = MultipartParser(boundary: boundary, partLength: partLength)
    var elements: [MultipartParser.Element] = []
    var rest = body
    do {
      while let chunk = rest.readSlice(length: min(size, rest.readableBytes)), chunk.readableBytes > 0 {
        parser.append(chunk)
        while let element = try parser.next() { elements.append(element) }
        Fuzzer.require(parser.pendingBytes <= body.readableBytes, "more is kept than there is")
      }
      try parser.finish()
    } catch {
      Fuzzer.require(!error.message.isEmpty, "an error has no message")
    }
    return elements
  }
}
