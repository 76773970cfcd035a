import VisionImaging

/// Drops boxes that overlap a better one too much. Boxes are offered best first. Source: MediaPipe's
/// `NonMaxSuppressionCalculator`, algorithm DEFAULT with intersection over union.
package struct NonMaxSuppression: Sendable {
  package let overlapThreshold: Float
  package let isPerClass: Bool

  private var kept: [(box: NormalizedBox, classIndex: Int)] = []

  package init(overlapThreshold: Float, isPerClass: Bool) {
    (self.overlapThreshold, self.isPerClass) = (overlapThreshold, isPerClass)
  }

  package mutating func removeAll() { kept.removeAll(keepingCapacity: true) }

  package mutating func keeps(_ box: NormalizedBox, classIndex: Int) -> Bool {
    for other in kept where !isPerClass || other.classIndex == classIndex {
      if box.intersectionOverUnion(other.box) > overlapThreshold { return false }
    }
    kept.append((box, classIndex))
    return true
  }
}

/// Merges detections that overlap into their score-weighted mean; the score of the best one stays. Source: MediaPipe's
/// `NonMaxSuppressionCalculator`, algorithm WEIGHTED with intersection over union.
package struct WeightedNonMaxSuppression: Sendable {
  package let overlapThreshold: Float

  private var queue = ScoreQueue()
  private var remaining: [Int] = []
  private var group: [Int] = []

  package init(overlapThreshold: Float) { self.overlapThreshold = overlapThreshold }

  /// Appends the merged detections to `survivors`, best first.
  package mutating func callAsFunction(_ detections: DetectionList, into survivors: inout DetectionList) {
    queue.removeAll()
    for (index, score) in detections.scores.enumerated() { queue.append(index: index, score: score) }
    remaining.removeAll(keepingCapacity: true)
    while let next = queue.popFirst() { remaining.append(next.index) }
    while let best = remaining.first {
      let before = remaining.count
      takeGroup(of: best, from: detections)
      if group.isEmpty {
        survivors.append(box: detections.boxes[best], score: detections.scores[best]) {
          detections.keypoint($0, of: best)
        }
      } else {
        appendMean(of: detections, best: best, to: &survivors)
      }
      // A box without area does not even overlap itself; the reference implementation stops there.
      if remaining.count == before { break }
    }
  }

  /// Moves all that overlap `best` from `remaining` to `group`, order kept.
  private mutating func takeGroup(of best: Int, from detections: DetectionList) {
    let bestBox = detections.boxes[best]
    group.removeAll(keepingCapacity: true)
    var kept = 0
    // By position: iterating over the array itself would copy it at the first write.
    for position in remaining.indices {
      let index = remaining[position]
      if detections.boxes[index].intersectionOverUnion(bestBox) > overlapThreshold {
        group.append(index)
      } else {
        remaining[kept] = index
        kept += 1
      }
    }
    remaining.removeLast(remaining.count - kept)
  }

  private func appendMean(of detections: DetectionList, best: Int, to survivors: inout DetectionList) {
    var (total, corners) = (Float(0), SIMD4<Float>.zero)
    for index in group {
      let (score, box) = (detections.scores[index], detections.boxes[index])
      total += score
      corners += SIMD4(box.minX, box.minY, box.maxX, box.maxY) * score
    }
    corners /= total
    let mean = NormalizedBox(minX: corners[0], minY: corners[1], maxX: corners[2], maxY: corners[3])
    survivors.append(box: mean, score: detections.scores[best]) { keypoint in
      var sum = SIMD2<Float>.zero
      for index in group { sum += detections.keypoint(keypoint, of: index) * detections.scores[index] }
      return sum / total
    }
  }
}
