import VisionImaging

/// The grid of reference points of a single-shot detector whose anchors all have the size 1 (palm, pose and face
/// detection). Source: MediaPipe's `SsdAnchorsCalculator` with `fixed_anchor_size`. Each layer puts its anchors (aspect
/// ratio 1 and in most models the interpolated scale) into every cell, and layers with the same stride share one grid.
package struct SSDAnchorOptions: Sendable, Hashable {
  /// The width and height of the detector's input, and the stride of each layer, in pixels.
  package let inputSize: Int
  package let strides: [Int]
  package let anchorsPerCell: Int

  package init(inputSize: Int, strides: [Int], anchorsPerCell: Int = 2) {
    (self.inputSize, self.strides, self.anchorsPerCell) = (inputSize, strides, anchorsPerCell)
  }

  /// The palm detector of the hand tasks: 192 x 192, 2016 anchors.
  package static let palm = SSDAnchorOptions(inputSize: 192, strides: [8, 16, 16, 16])

  /// The detector of the pose tasks: 224 x 224, 2254 anchors.
  package static let pose = SSDAnchorOptions(inputSize: 224, strides: [8, 16, 32, 32, 32])

  /// The face detectors: short range, 128 x 128 and 896 anchors; full range, 192 x 192 and 2304 anchors.
  package static let faces = [
    SSDAnchorOptions(inputSize: 128, strides: [8, 16, 16, 16]),
    SSDAnchorOptions(inputSize: 192, strides: [4], anchorsPerCell: 1),
  ]

  /// The anchors' centres in fractions of the input: grid after grid, row by row, column by column, anchor by anchor.
  package func anchorCenters() -> [SIMD2<Float>] {
    var centers: [SIMD2<Float>] = []
    var layer = 0
    while layer < strides.count {
      let layersOfGrid = strides[layer...].prefix { $0 == strides[layer] }.count
      let cells = (inputSize + strides[layer] - 1) / strides[layer]
      for row in 0..<cells {
        for column in 0..<cells {
          let center = SIMD2((Float(column) + 0.5) / Float(cells), (Float(row) + 0.5) / Float(cells))
          centers.append(contentsOf: repeatElement(center, count: anchorsPerCell * layersOfGrid))
        }
      }
      layer += layersOfGrid
    }
    return centers
  }
}

/// Turns the raw outputs of a single-shot detector with fixed-size anchors into detections.
/// Source: MediaPipe's `TensorsToDetectionsCalculator` as palm, pose and face detection set it: x before y, no
/// exponential, scores clipped to ±100 and put through a sigmoid.
package struct BoxDecoder: Sendable {
  /// The anchors' centres in fractions of the tensor.
  package let anchorCenters: [SIMD2<Float>]
  /// The divisor of raw coordinates: the size of the detector's input in pixels.
  package let scale: Float
  package let keypointCount: Int
  package let minimumScore: Float

  private let minimumLogit: Float

  package init(anchors: SSDAnchorOptions, keypointCount: Int, minimumScore: Float) {
    (anchorCenters, scale) = (anchors.anchorCenters(), Float(anchors.inputSize))
    (self.keypointCount, self.minimumScore) = (keypointCount, minimumScore)
    minimumLogit = Sigmoid.logitSurelyBelow(minimumScore)
  }

  package var valuesPerBox: Int { 4 + 2 * keypointCount }

  /// Appends the detections of one frame, in the order of the anchors, in fractions of the tensor.
  /// `rawBoxes` holds anchors x (4 + 2 · keypoints) values: x centre, y centre, width, height, then x, y of each
  /// keypoint. `rawScores` holds one logit an anchor.
  package func decode(
    rawBoxes: UnsafeBufferPointer<Float>, rawScores: UnsafeBufferPointer<Float>, into detections: inout DetectionList
  ) {
    let count = min(anchorCenters.count, rawScores.count, rawBoxes.count / valuesPerBox)
    for index in 0..<count where rawScores[index] > minimumLogit {
      let score = Self.score(logit: rawScores[index])
      guard score >= minimumScore else { continue }
      let raw = UnsafeBufferPointer(rebasing: rawBoxes[index * valuesPerBox..<(index + 1) * valuesPerBox])
      let anchor = anchorCenters[index]
      let box = NormalizedBox(
        xCenter: raw[0] / scale + anchor.x, yCenter: raw[1] / scale + anchor.y, width: raw[2] / scale,
        height: raw[3] / scale)
      guard box.width >= 0, box.height >= 0 else { continue }
      detections.append(box: box, score: score) { keypoint in
        SIMD2(raw[4 + 2 * keypoint] / scale + anchor.x, raw[5 + 2 * keypoint] / scale + anchor.y)
      }
    }
  }

  package static func score(logit: Float) -> Float { Sigmoid.probability(logit: min(max(logit, -100), 100)) }
}

/// Detections side by side, with a fixed number of keypoints each; refilled on every frame without allocations.
package struct DetectionList: Sendable {
  package let keypointCount: Int
  package private(set) var boxes: [NormalizedBox] = []
  package private(set) var scores: [Float] = []
  /// 0 for detectors with one class.
  package private(set) var classes: [Int] = []
  /// The keypoints of all detections, `keypointCount` after `keypointCount`.
  package private(set) var keypoints: [SIMD2<Float>] = []

  package init(keypointCount: Int) { self.keypointCount = keypointCount }
  package var count: Int { boxes.count }

  package func keypoint(_ index: Int, of detection: Int) -> SIMD2<Float> {
    keypoints[detection * keypointCount + index]
  }

  package mutating func removeAll() {
    boxes.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    classes.removeAll(keepingCapacity: true)
    keypoints.removeAll(keepingCapacity: true)
  }

  package mutating func append(
    box: NormalizedBox, classIndex: Int = 0, score: Float, keypoint: (Int) -> SIMD2<Float> = { _ in .zero }
  ) {
    boxes.append(box)
    scores.append(score)
    classes.append(classIndex)
    for index in 0..<keypointCount { keypoints.append(keypoint(index)) }
  }
}
