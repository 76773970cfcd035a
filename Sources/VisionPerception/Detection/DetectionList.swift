import VisionImaging

/// Detections side by side: boxes, classes, scores and a fixed number of keypoints each.
///
/// Made once and refilled on every frame, so that detecting allocates nothing once the list has grown.
package struct DetectionList: Sendable {
  /// The keypoints of one detection.
  package let keypointCount: Int
  package private(set) var boxes: [NormalizedBox] = []
  package private(set) var scores: [Float] = []
  /// The class index of each detection; 0 for detectors with one class.
  package private(set) var classes: [Int] = []
  /// The keypoints of all detections, `keypointCount` after `keypointCount`.
  package private(set) var keypoints: [SIMD2<Float>] = []

  package init(keypointCount: Int) { self.keypointCount = keypointCount }

  package var count: Int { boxes.count }

  /// The keypoint `index` of detection `detection`.
  package func keypoint(_ index: Int, of detection: Int) -> SIMD2<Float> {
    keypoints[detection * keypointCount + index]
  }

  package mutating func removeAll() {
    boxes.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    classes.removeAll(keepingCapacity: true)
    keypoints.removeAll(keepingCapacity: true)
  }

  /// Adds a detection; `keypoint` is asked for each of its keypoints in turn.
  package mutating func append(
    box: NormalizedBox, classIndex: Int = 0, score: Float, keypoint: (Int) -> SIMD2<Float> = { _ in .zero }
  ) {
    boxes.append(box)
    scores.append(score)
    classes.append(classIndex)
    for index in 0..<keypointCount { keypoints.append(keypoint(index)) }
  }
}
