import Foundation
import VisionImaging

/// Regions of hands, from a palm or the landmarks of the previous frame. Source: MediaPipe's hand graphs.
package enum HandRegions {
  /// The hand rectangle of a palm, given by its box and keypoints in fractions of the image: the wrist's centre
  /// (keypoint 0) and the middle finger's lowest joint (2).
  package static func rect(
    palm box: NormalizedBox, wrist: SIMD2<Float>, middleFinger: SIMD2<Float>, in size: ImageSize
  ) -> RotatedRegion {
    // The reference's target angle is 90 radians, not degrees: palm crops are rotated by 26.6°, as results expect.
    RotatedRegion(
      xCenter: box.minX + box.width / 2, yCenter: box.minY + box.height / 2, width: box.width, height: box.height,
      rotation: rotation(from: wrist, to: middleFinger, target: 90, in: size)
    ).expandedToSquare(scale: 2.6, shiftY: -0.5, in: size)
  }

  /// The joints that span the rectangle of the next frame: all but those near the finger tips.
  private static let stableJoints = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18]

  /// The hand's rectangle for the next frame, from the 21 landmarks in fractions of the image.
  package static func nextRect(landmarks: [SIMD3<Float>], in size: ImageSize) -> RotatedRegion {
    let scale = SIMD2(size.width, size.height)
    func joint(_ index: Int) -> SIMD2<Float> { SIMD2(landmarks[index].x, landmarks[index].y) }

    // MediaPipe names these joints PIP but counts them within the stable joints: they are the lowest ones (MCP).
    let middle = ((joint(5) + joint(13)) / 2 + joint(9)) / 2
    let rotation = rotation(from: joint(0), to: middle, target: Float(Double.pi * 0.5), in: size)

    var upright = LandmarkBounds()
    for index in stableJoints { upright.include(joint(index)) }
    let axis = upright.center

    var rotated = LandmarkBounds()
    let (inverseCosine, inverseSine) = (-rotation).normalizedRadians.cosineAndSine
    for index in stableJoints {
      let point = (joint(index) - axis) * scale
      rotated.include(
        SIMD2(point.x * inverseCosine - point.y * inverseSine, point.x * inverseSine + point.y * inverseCosine))
    }
    let (center, extent) = (rotated.center, rotated.size)
    let (cosine, sine) = rotation.cosineAndSine
    return RotatedRegion(
      xCenter: (center.x * cosine - center.y * sine + size.width * axis.x) / size.width,
      yCenter: (center.x * sine + center.y * cosine + size.height * axis.y) / size.height,
      width: extent.x / size.width, height: extent.y / size.height, rotation: rotation
    ).expandedToSquare(scale: 2, shiftY: -0.1, in: size)
  }

  /// The rotation that brings the line between two points to the target angle, in [-π, π).
  static func rotation(from start: SIMD2<Float>, to end: SIMD2<Float>, target: Float, in size: ImageSize) -> Float {
    let a = start * SIMD2(size.width, size.height)
    let b = end * SIMD2(size.width, size.height)
    return (target - Float(atan2(Double(-(b.y - a.y)), Double(b.x - a.x)))).normalizedRadians
  }

  /// Appends fresh rectangles to the tracked ones: each that overlaps none of the list so far by more than `threshold`.
  package static func merge(_ fresh: [RotatedRegion], into rects: inout [RotatedRegion], threshold: Float) {
    for rect in fresh where !rects.contains(where: { rect.intersectionOverUnion($0) > threshold }) {
      rects.append(rect)
    }
  }
}

/// Finds hands that were detected twice. Source: MediaPipe's `HandLandmarksDeduplicationCalculator`.
package enum HandDuplicates {
  private static let closeLandmarksNeeded = 10
  private static let closeness: Float = 0.2
  private static let overlapThreshold: Float = 0.2

  /// - Parameters: 21 landmarks each, in fractions of the image.
  package static func areSameHand(_ first: [SIMD3<Float>], _ second: [SIMD3<Float>], in size: ImageSize) -> Bool {
    let limit = max(baseSize(first, size), baseSize(second, size)) * closeness
    var close = 0
    for (a, b) in zip(first, second) where distance(a, b, size) < limit { close += 1 }
    return close >= closeLandmarksNeeded
      && HandBounds(first).intersectionOverUnion(HandBounds(second)) > overlapThreshold
  }

  /// The longest side of the triangle of wrist, index and pinky base, in pixels.
  private static func baseSize(_ landmarks: [SIMD3<Float>], _ size: ImageSize) -> Float {
    max(
      distance(landmarks[0], landmarks[5], size), distance(landmarks[5], landmarks[17], size),
      distance(landmarks[17], landmarks[0], size))
  }

  private static func distance(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ size: ImageSize) -> Float {
    let x = (a.x - b.x) * size.width
    let y = (a.y - b.y) * size.height
    return (x * x + y * y).squareRoot()
  }
}

/// The box around a hand's landmarks. Its corners are compared as they are, which a width would round.
private struct HandBounds: UprightBox {
  let minX, minY, maxX, maxY: Float

  init(_ landmarks: [SIMD3<Float>]) {
    let low = landmarks.reduce(landmarks[0], pointwiseMin)
    let high = landmarks.reduce(landmarks[0], pointwiseMax)
    (minX, minY, maxX, maxY) = (low.x, low.y, high.x, high.y)
  }
}

/// Regions of interest of bodies. Source: MediaPipe's `AlignmentPointsRectsCalculator` and the rect transformation.
package enum PoseRegions {
  /// The region around `center` (the hips' middle) that reaches to `scalePoint`, rotated so that the point is above the
  /// centre. Both are in fractions of the image.
  package static func rect(center: SIMD2<Float>, scalePoint: SIMD2<Float>, in size: ImageSize) -> RotatedRegion {
    BodyRegions.aligned(center: center, scalePoint: scalePoint, in: size)
      .expandedToSquare(scale: 1.25, shiftY: 0, in: size)
  }
}

extension [RotatedRegion] {
  /// Associates regions in order: each replaces the earlier ones that it overlaps by more than `threshold`, as in
  /// MediaPipe's `AssociationNormRectCalculator`.
  package mutating func associate(threshold: Float) {
    var kept = 0
    for index in indices {
      let rect = self[index]
      var remaining = 0
      for earlier in 0..<kept where !(rect.intersectionOverUnion(self[earlier]) > threshold) {
        self[remaining] = self[earlier]
        remaining += 1
      }
      self[remaining] = rect
      kept = remaining + 1
    }
    removeLast(count - kept)
  }
}
