import Foundation
import FuzzSupport
import NIOCore

@testable import VisionServer

/// Inference requests: two bytes for the length of the JSON, then the body. What is accepted stays within the limits, and its images
/// within the body.
@main
enum InferFuzz {
  private static let limits = InferLimits(images: 8, pixels: 1 << 12)

  /// The highest lengths stand for a request without the header and for numbers that two bytes do not have.
  private static func headerLength(_ length: Int) -> Int? {
    switch length {
    case 0xFFFF: nil
    case 0xFFFE: .min
    case 0xFFFD: .max
    case 0xFFFC: -1
    default: length
    }
  }

  static func main() {
    Fuzzer.run { bytes in
      guard bytes.count >= 2 else { return }
      let length = Int(bytes[0]) | Int(bytes[1]) << 8
      let headerLength = Self.headerLength(length)
      let body = ByteBuffer(bytes: bytes.dropFirst(2))
      let request: InferRequest
      do {
        let memory = try InferRequest.jsonMemory(headerLength, in: body)
        Fuzzer.require((0...InferLimits.jsonBytes * 40).contains(memory), "the JSON takes \(memory) bytes")
        request = try InferRequest(body, headerLength: headerLength, limits: limits)
      } catch {
        return
      }
      Fuzzer.require((1...limits.images).contains(request.images.count), "there are \(request.images.count) images")
      var sum = 0
      for image in request.images {
        switch image {
        case .encoded(let bytes): sum += bytes.readableBytes
        case .pixels(let bytes, let width, let height):
          Fuzzer.require(width > 0 && height > 0 && width * height <= limits.pixels, "\(width) x \(height) pixels")
          Fuzzer.require(bytes.readableBytes == width * height * 3, "an image has \(bytes.readableBytes) bytes")
          sum += bytes.readableBytes
        }
      }
      Fuzzer.require(sum <= body.readableBytes, "the images are larger than the body")
      Fuzzer.require((request.id?.utf8.count ?? 0) <= InferLimits.nameLength, "the ID is too long")
    }
  }
}
