import Foundation

extension LabelBox {
  /// The intersection over union with a label, as pycocotools computes it: for a crowd the part of this box in it.
  package func overlap(with label: LabelBox, isCrowd: Bool) -> Double {
    let common = intersection(label)
    return common > 0 ? common / (isCrowd ? area : area + label.area - common) : 0
  }
}

/// Object keypoint similarity: how near keypoints are to their labels, from 0 to 1, in relation to the object's size
/// and to how much annotators differ. Source: https://cocodataset.org/#keypoints-eval
package struct KeypointSimilarity: Sendable {
  /// Twice the sigma of each keypoint, squared.
  private let variances: [Double]

  package init(sigmas: [Double]) { variances = sigmas.map { ($0 * 2) * ($0 * 2) } }

  /// The similarity of found keypoints and an object's. Without labelled keypoints, that to a box three times as wide
  /// and high as the object's.
  package func of(_ found: [SIMD2<Double>], to label: LabelledObject) -> Double {
    guard let points = label.keypoints, points.count == variances.count, found.count == variances.count else {
      return 0
    }
    let area = (label.area ?? label.box.area) + .ulpOfOne
    let hasLabels = points.contains { $0.isLabelled }
    let box = label.box
    let low = SIMD2(box.x - box.width, box.y - box.height)
    let high = SIMD2(box.x + box.width * 2, box.y + box.height * 2)
    var (sum, count) = (0.0, 0)
    for (index, point) in points.enumerated() where point.isLabelled || !hasLabels {
      let distance =
        hasLabels
        ? found[index] - point.position
        : pointwiseMax(.zero, low - found[index]) + pointwiseMax(.zero, found[index] - high)
      sum += exp(-((distance * distance).sum() / variances[index] / area / 2))
      count += 1
    }
    return count > 0 ? sum / Double(count) : 0
  }
}
