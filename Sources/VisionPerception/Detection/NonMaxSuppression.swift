import VisionImaging

/// Drops boxes that overlap a better one too much. Boxes are offered best first.
///
/// Source: MediaPipe's `NonMaxSuppressionCalculator`, algorithm DEFAULT with intersection over union.
package struct NonMaxSuppression: Sendable {
  /// Boxes that overlap by more are taken for the same thing.
  package let overlapThreshold: Float
  /// Whether only boxes of the same class are compared.
  package let isPerClass: Bool

  private var kept: [(box: NormalizedBox, classIndex: Int)] = []

  package init(overlapThreshold: Float, isPerClass: Bool) {
    self.overlapThreshold = overlapThreshold
    self.isPerClass = isPerClass
  }

  /// Forgets the boxes of the previous image.
  package mutating func removeAll() { kept.removeAll(keepingCapacity: true) }

  /// Whether a box is kept; later boxes are compared with it then.
  package mutating func keeps(_ box: NormalizedBox, classIndex: Int) -> Bool {
    for other in kept where !isPerClass || other.classIndex == classIndex {
      if box.intersectionOverUnion(other.box) > overlapThreshold { return false }
    }
    kept.append((box, classIndex))
    return true
  }
}
