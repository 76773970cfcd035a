import Foundation
import NIOCore
import TestSupport
import Testing

@testable import VisionServer

@Suite("Inference requests with random changes")
struct MutatedRequestTests {
  private static let limits = InferLimits(images: 4, pixels: 64)

  /// Requests that are right, with the lengths of their JSON.
  private static let seeds: [(json: String, binary: [UInt8])] = [
    (
      #"{"inputs":[{"name":"images","datatype":"BYTES","shape":[2],"parameters":{"binary_data_size":11}}]}"#,
      [1, 0, 0, 0, 7, 2, 0, 0, 0, 8, 9]
    ),
    (#"{"inputs":[{"name":"pixels","datatype":"UINT8","shape":[2,1,1,3],"data":[[[[1,2,3]]],[[[4,5,6]]]]}]}"#, []),
    (
      #"{"id":"1","inputs":[{"name":"images","datatype":"BYTES","shape":[1],"data":["AQI="]}],"outputs":[{"name":"json"}]}"#,
      []
    ),
  ]

  @Test("The outcome is an error or a request within the limits, whatever the bytes are", arguments: 0..<3)
  func mutations(_ place: Int) {
    var random = SeededGenerator(seed: UInt64(place + 1))
    let (json, binary) = Self.seeds[place]
    var accepted = 0
    for _ in 0..<5000 {
      var bytes = Array(json.utf8) + binary
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let length =
        Int.random(in: 0..<8, using: &random) == 0 ? Int.random(in: 0...200, using: &random) : json.utf8.count
      guard let request = try? InferRequest(ByteBuffer(bytes: bytes), headerLength: length, limits: Self.limits) else {
        continue
      }
      accepted += 1
      #expect((1...4).contains(request.images.count))
      for case .pixels(let pixels, let width, let height) in request.images {
        #expect(width * height <= 64 && pixels.readableBytes == width * height * 3)
      }
    }
    #expect(accepted > 0)
  }
}
