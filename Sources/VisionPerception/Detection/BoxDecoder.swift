import VisionImaging

/// Turns the raw outputs of a single-shot detector with fixed-size anchors into detections.
///
/// Source: MediaPipe's `TensorsToDetectionsCalculator` as palm and pose detection set it: x before y, no exponential, scores
/// clipped to ±100 and put through a sigmoid.
package struct BoxDecoder: Sendable {
  /// The anchors' centres in fractions of the tensor.
  package let anchorCenters: [SIMD2<Float>]
  /// The divisor of raw coordinates: the size of the detector's input in pixels.
  package let scale: Float
  /// The keypoints behind the four box values.
  package let keypointCount: Int
  /// Detections that score less are dropped.
  package let minimumScore: Float

  private let minimumLogit: Float

  package init(anchors: SSDAnchorOptions, keypointCount: Int, minimumScore: Float) {
    self.anchorCenters = anchors.anchorCenters()
    self.scale = Float(anchors.inputSize)
    self.keypointCount = keypointCount
    self.minimumScore = minimumScore
    self.minimumLogit = Sigmoid.logitSurelyBelow(minimumScore)
  }

  /// The raw values of one anchor.
  package var valuesPerBox: Int { 4 + 2 * keypointCount }

  /// Appends the detections of one frame, in the order of the anchors, in fractions of the tensor.
  ///
  /// `rawBoxes` holds anchors x (4 + 2 · keypoints) values: x centre, y centre, width, height, then x, y of each keypoint.
  /// `rawScores` holds one logit an anchor.
  package func decode(
    rawBoxes: UnsafeBufferPointer<Float>, rawScores: UnsafeBufferPointer<Float>, into detections: inout DetectionList
  ) {
    let count = min(anchorCenters.count, rawScores.count, rawBoxes.count / valuesPerBox)
    for index in 0..<count where rawScores[index] > minimumLogit {
      let score = Self.score(logit: rawScores[index])
      guard score >= minimumScore else { continue }
      let raw = UnsafeBufferPointer(rebasing: rawBoxes[index * valuesPerBox..<(index + 1) * valuesPerBox])
      let anchor = anchorCenters[index]
      let box = box(raw, anchor)
      guard box.width >= 0, box.height >= 0 else { continue }
      detections.append(box: box, score: score) { keypoint in
        SIMD2(raw[4 + 2 * keypoint] / scale + anchor.x, raw[5 + 2 * keypoint] / scale + anchor.y)
      }
    }
  }

  private func box(_ raw: UnsafeBufferPointer<Float>, _ anchor: SIMD2<Float>) -> NormalizedBox {
    let x = raw[0] / scale + anchor.x
    let y = raw[1] / scale + anchor.y
    let width = raw[2] / scale
    let height = raw[3] / scale
    let minX = x - width / 2
    let minY = y - height / 2
    return NormalizedBox(minX: minX, minY: minY, width: (x + width / 2) - minX, height: (y + height / 2) - minY)
  }

  /// The probability that belongs to a logit.
  package static func score(logit: Float) -> Float {
    Sigmoid.probability(logit: min(max(logit, -100), 100))
  }
}
