import Foundation
import Testing
import VisionCore
import VisionImaging
import VisionModels
import VisionPerception

@Suite("Boxes of detectors with raw outputs")
struct AnchorBoxDecoderTests {
  private static let anchors = [
    DetectorAnchor(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1),
    DetectorAnchor(xCenter: 0.25, yCenter: 0.75, width: 0.5, height: 0.25),
  ]

  private func box(_ metadata: RawDetectorMetadata, _ index: Int, _ raw: [Float]) throws -> NormalizedBox {
    let decoder = try AnchorBoxDecoder(metadata, valueCount: raw.count)
    let start = index * decoder.valuesPerBox
    return raw[start..<start + decoder.valuesPerBox].withUnsafeBufferPointer { decoder.box(index, from: $0) }
  }

  @Test("y stands before x; centre and size are in units of the anchor and of the scales")
  func values() throws {
    let metadata = RawDetectorMetadata(
      anchors: Self.anchors, xScale: 10, yScale: 20, widthScale: 5, heightScale: 4)
    let raw: [Float] = [0, 0, 4, 5, 2, 1, 4, 2.5]
    #expect(try box(metadata, 0, raw) == NormalizedBox(minX: 0, minY: 0, width: 1, height: 1))
    let second = try box(metadata, 1, raw)
    // Centre (0.25 + 0.1 · 0.5, 0.75 + 0.1 · 0.25), size (0.5 · 0.5, 1 · 0.25).
    #expect(abs(second.minX - (0.3 - 0.125)) < 1e-6 && abs(second.minY - (0.775 - 0.125)) < 1e-6)
    #expect(abs(second.width - 0.25) < 1e-6 && abs(second.height - 0.25) < 1e-6)
  }

  @Test("Sizes that are logarithms: 0 is the anchor's own size")
  func exponential() throws {
    let metadata = RawDetectorMetadata(anchors: Self.anchors, hasExponentialSize: true)
    let raw: [Float] = [0, 0, 0, 0, 0, 0, log(2), log(0.5)]
    #expect(try box(metadata, 0, raw).width == 1)
    let second = try box(metadata, 1, raw)
    #expect(abs(second.height - 0.5) < 1e-6 && abs(second.width - 0.25) < 1e-6)
  }

  @Test("Negative sizes stay negative, so that they can be told apart")
  func negative() throws {
    let raw: [Float] = [0, 0, -1, -1, 0, 0, 1, 1]
    #expect(try box(RawDetectorMetadata(anchors: Self.anchors), 0, raw).width < 0)
  }

  @Test("Keypoints are decoded like centres")
  func keypoints() throws {
    let decoder = try AnchorBoxDecoder(
      RawDetectorMetadata(anchors: Self.anchors, keypointCount: 1, xScale: 2, yScale: 4), valueCount: 12)
    let raw: [Float] = [0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 2, 1]
    raw.withUnsafeBufferPointer { raw in
      let rows = (UnsafeBufferPointer(rebasing: raw[..<6]), UnsafeBufferPointer(rebasing: raw[6...]))
      #expect(decoder.keypoint(0, ofBox: 0, from: rows.0) == SIMD2(0.5, 0.5))
      #expect(decoder.keypoint(0, ofBox: 1, from: rows.1) == SIMD2(0.5, 0.875))
    }
  }

  @Test("Outputs and metadata that do not fit each other are refused")
  func refusals() {
    let good = RawDetectorMetadata(anchors: Self.anchors)
    let cases: [(RawDetectorMetadata, Int)] = [
      (good, 0), (good, 7), (good, 12), (RawDetectorMetadata(anchors: []), 8),
      (RawDetectorMetadata(anchors: Self.anchors, keypointCount: 1, valuesPerKeypoint: 3), 12),
      (RawDetectorMetadata(anchors: Self.anchors, keypointCount: -1), 4),
      (RawDetectorMetadata(anchors: Self.anchors, xScale: 0), 8),
      (RawDetectorMetadata(anchors: Self.anchors, heightScale: .nan), 8),
    ]
    for (metadata, valueCount) in cases {
      let error = #expect(throws: TasksError.self) { try AnchorBoxDecoder(metadata, valueCount: valueCount) }
      #expect(error?.code == .invalidArgumentError)
    }
  }
}
