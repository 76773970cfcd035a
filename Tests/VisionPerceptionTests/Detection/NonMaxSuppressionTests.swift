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
