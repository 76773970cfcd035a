import Testing
import VisionImaging
import VisionPerception

@Suite("Non-maximum suppression")
struct NonMaxSuppressionTests {
  /// A square on the x axis.
  private struct Square {
    var x: Float
    var side: Float = 1
    var classIndex = 0
  }

  private func kept(_ squares: [Square], threshold: Float = 0.3, isPerClass: Bool = false) -> [Bool] {
    var suppression = NonMaxSuppression(overlapThreshold: threshold, isPerClass: isPerClass)
    return squares.map { square in
      suppression.keeps(
        NormalizedBox(minX: square.x, minY: 0, width: square.side, height: square.side), classIndex: square.classIndex)
    }
  }

  @Test("A box that overlaps a better one by more than the threshold goes; at exactly the threshold it stays")
  func threshold() {
    // Boxes of side 4 that are 1 apart share 12 of 20: 0.6.
    let squares = [Square(x: 0, side: 4), Square(x: 1, side: 4, classIndex: 1), Square(x: 0.5, side: 4, classIndex: 2)]
    #expect(kept(squares, threshold: 0.6) == [true, true, false])
  }

  @Test("A box that went hides nothing")
  func chain() {
    #expect(kept([Square(x: 0), Square(x: 0.4), Square(x: 0.8)]) == [true, false, true])
  }

  @Test("By class, only boxes of the same class hide one another")
  func perClass() {
    let squares = [Square(x: 0), Square(x: 0, classIndex: 1), Square(x: 0.1, classIndex: 1)]
    #expect(kept(squares, isPerClass: true) == [true, true, false])
    #expect(kept(squares) == [true, false, false])
  }

  @Test("The boxes of the picture before are forgotten")
  func forgets() {
    var suppression = NonMaxSuppression(overlapThreshold: 0.3, isPerClass: false)
    let box = NormalizedBox(minX: 0, minY: 0, width: 1, height: 1)
    let first = suppression.keeps(box, classIndex: 0)
    let second = suppression.keeps(box, classIndex: 0)
    suppression.removeAll()
    let third = suppression.keeps(box, classIndex: 0)
    #expect(first && !second && third)
  }

  @Test("Boxes without area hide nothing")
  func noArea() {
    #expect(kept([Square(x: 0, side: 0), Square(x: 0, side: 0)]) == [true, true])
  }
}

@Suite("Weighted non-maximum suppression")
struct WeightedNonMaxSuppressionTests {
  private static func suppress(_ entries: [(NormalizedBox, Float)]) -> DetectionList {
    var input = DetectionList(keypointCount: 1)
    for (box, score) in entries { input.append(box: box, score: score) { _ in SIMD2(box.minX, box.minY) } }
    var output = DetectionList(keypointCount: 1)
    var suppression = WeightedNonMaxSuppression(overlapThreshold: 0.3)
    suppression(input, into: &output)
    return output
  }

  private static func box(_ x: Float, _ y: Float, _ side: Float) -> NormalizedBox {
    NormalizedBox(minX: x, minY: y, width: side, height: side)
  }

  @Test("Boxes that overlap become their mean, weighted by score; the best score stays")
  func mean() {
    let result = Self.suppress([(Self.box(0, 0, 4), 0.25), (Self.box(1, 0, 4), 0.75)])
    #expect(result.count == 1)
    #expect(result.scores == [0.75])
    #expect(result.boxes[0] == NormalizedBox(minX: 0.75, minY: 0, width: 4, height: 4))
    #expect(result.keypoint(0, of: 0) == SIMD2(0.75, 0))
  }

  @Test("Boxes apart stay as they are, best first")
  func apart() {
    let result = Self.suppress([(Self.box(0, 0, 1), 0.5), (Self.box(5, 5, 1), 0.9), (Self.box(9, 9, 1), 0.7)])
    #expect(result.scores == [0.9, 0.7, 0.5])
    #expect(result.boxes[0].minX == 5)
  }

  @Test("An overlap of exactly the threshold is not enough")
  func threshold() {
    // 1 x 1 boxes, moved by 7/13: they share 6/13 of an area of 20/13, which is 0.3.
    let shift: Float = 7.0 / 13
    #expect(Self.suppress([(Self.box(0, 0, 1), 0.9), (Self.box(shift + 0.001, 0, 1), 0.8)]).count == 2)
    #expect(Self.suppress([(Self.box(0, 0, 1), 0.9), (Self.box(shift - 0.001, 0, 1), 0.8)]).count == 1)
  }

  @Test("A chain is cut: what overlaps only a member that was taken remains")
  func chain() {
    let result = Self.suppress([(Self.box(0, 0, 2), 0.9), (Self.box(1, 0, 2), 0.8), (Self.box(2, 0, 2), 0.7)])
    #expect(result.count == 2)
    #expect(result.boxes[1].minX == 2)
  }

  @Test("A box without area does not overlap itself: it is given out and ends the list, as in MediaPipe")
  func noArea() {
    let result = Self.suppress([(Self.box(3, 3, 0), 0.9), (Self.box(0, 0, 1), 0.8)])
    #expect(result.scores == [0.9])
  }

  @Test("Of two boxes with the same score the one that the model has first leads, and lists their mean")
  func ties() {
    // A chain: whichever leads takes the one in the middle.
    let chain = [Self.box(4, 0, 4), Self.box(2, 0, 4), Self.box(0, 0, 4)]
    let result = Self.suppress(chain.map { ($0, 0.5) })
    #expect(result.boxes.map(\.minX) == [3, 0])
    #expect(Self.suppress([(chain[0], 0.5), (Self.box(20, 0, 4), 0.5)]).boxes.map(\.minX) == [4, 20])
  }

  @Test("Nothing in, nothing out; a second call starts anew")
  func empty() {
    #expect(Self.suppress([]).count == 0)
    var suppression = WeightedNonMaxSuppression(overlapThreshold: 0.3)
    var input = DetectionList(keypointCount: 0)
    input.append(box: Self.box(0, 0, 1), score: 1) { _ in .zero }
    var output = DetectionList(keypointCount: 0)
    suppression(input, into: &output)
    output.removeAll()
    suppression(input, into: &output)
    #expect(output.count == 1)
  }
}
