import Foundation
import Testing
import VisionPerception

@Suite("Anchors of single-shot detectors")
struct SSDAnchorTests {
  @Test("The palm detector has 2016: two a cell on 24 x 24, then six a cell on 12 x 12")
  func palm() {
    let centers: [SIMD2<Float>] = SSDAnchorOptions.palm.anchorCenters()
    func center(_ x: Float, _ y: Float, cells: Float) -> SIMD2<Float> { SIMD2(x, y) / cells }
    #expect(centers.count == 2016)
    #expect(centers[0] == center(0.5, 0.5, cells: 24))
    #expect(centers[1] == centers[0])
    #expect(centers[2] == center(1.5, 0.5, cells: 24))
    #expect(centers[1151] == center(23.5, 23.5, cells: 24))
    #expect(centers[1152...1157].allSatisfy { $0 == center(0.5, 0.5, cells: 12) })
    #expect(centers[1158] == center(1.5, 0.5, cells: 12))
    #expect(centers[2015] == center(11.5, 11.5, cells: 12))
  }

  @Test("Layers of one stride share a grid wherever they stand together; strides that do not divide round up")
  func grids() {
    #expect(SSDAnchorOptions(inputSize: 224, strides: [8, 16, 32, 32, 32]).anchorCenters().count == 2254)
    #expect(SSDAnchorOptions(inputSize: 10, strides: [4]).anchorCenters().count == 3 * 3 * 2)
    #expect(SSDAnchorOptions(inputSize: 192, strides: []).anchorCenters().isEmpty)
  }
}

@Suite("Decoding of boxes and keypoints")
struct BoxDecoderTests {
  private static let options = SSDAnchorOptions(inputSize: 192, strides: [96])  // 2 x 2 cells, 8 anchors

  private static func decode(_ boxes: [Float], _ scores: [Float], minimumScore: Float) -> DetectionList {
    var list = DetectionList(keypointCount: 1)
    boxes.withUnsafeBufferPointer { boxes in
      scores.withUnsafeBufferPointer { scores in
        BoxDecoder(anchors: options, keypointCount: 1, minimumScore: minimumScore)
          .decode(rawBoxes: boxes, rawScores: scores, into: &list)
      }
    }
    return list
  }

  @Test("Centre, size and keypoints are pixels of the input, from the anchor")
  func values() {
    var boxes = [Float](repeating: 0, count: 8 * 6)
    boxes.replaceSubrange(12..<18, with: [19.2, -9.6, 38.4, 57.6, 96, -96])  // anchor 2: (0.75, 0.25)
    var scores = [Float](repeating: -100, count: 8)
    scores[2] = 2
    let list = Self.decode(boxes, scores, minimumScore: 0.5)
    #expect(list.count == 1)
    let box = list.boxes[0]
    #expect(abs(box.minX - 0.75) < 1e-6 && abs(box.minY - 0.05) < 1e-6)
    #expect(abs(box.width - 0.2) < 1e-6 && abs(box.height - 0.3) < 1e-6)
    #expect(abs(list.keypoint(0, of: 0).x - 1.25) < 1e-6 && abs(list.keypoint(0, of: 0).y + 0.25) < 1e-6)
    #expect(list.scores[0] == 1 / (1 + exp(Float(-2))))
  }

  @Test(
    "The early test on logits drops nothing that passes the score", arguments: [0, 1e-6, 0.1, 0.5, 0.9, 0.999999, 1])
  func thresholds(minimumScore: Float) {
    // Logits around the threshold's own, in steps of single last places.
    let edge = minimumScore <= 0 ? -100 : minimumScore >= 1 ? 17 : log(minimumScore / (1 - minimumScore))
    var logits: [Float] = [-200, -100, 0, 100, 200, edge]
    for _ in 0..<40 {
      logits.insert(logits[0].nextDown, at: 0)
      logits.append(logits[logits.count - 1].nextUp)
    }
    logits += [edge.nextDown, edge.nextUp, edge - 1e-4, edge + 1e-4]
    for start in stride(from: 0, to: logits.count - 7, by: 8) {
      let scores = Array(logits[start..<start + 8])
      let list = Self.decode([Float](repeating: 1, count: 48), scores, minimumScore: minimumScore)
      let expected = scores.map { 1 / (1 + exp(-min(max($0, -100), 100))) }.filter { $0 >= minimumScore }
      #expect(list.scores == expected)
    }
  }

  @Test("Boxes turned inside out and numbers that are none are dropped")
  func broken() {
    var boxes = [Float](repeating: 1, count: 48)
    boxes[2] = -5
    boxes[6 + 3] = .nan
    var scores = [Float](repeating: 3, count: 8)
    scores[7] = .nan
    #expect(Self.decode(boxes, scores, minimumScore: 0.5).count == 5)
  }

  @Test("Tensors shorter than the anchors are read as far as they go")
  func short() {
    #expect(Self.decode([Float](repeating: 1, count: 13), [3, 3, 3], minimumScore: 0.5).count == 2)
    #expect(Self.decode([], [], minimumScore: 0).count == 0)
  }
}
