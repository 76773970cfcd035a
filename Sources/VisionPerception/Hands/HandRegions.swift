import Foundation
import VisionImaging

/// Regions of interest of hands: from a palm, or from the landmarks of the previous frame.
///
/// Source: the rect calculators of MediaPipe's hand graphs.
package enum HandRegions {
  /// The hand rectangle of a palm, given by its box and keypoints in fractions of the image.
  ///
  /// Keypoint 0 is the wrist's centre, keypoint 2 the middle finger's lowest joint.
  package static func rect(
    palm box: NormalizedBox, wrist: SIMD2<Float>, middleFinger: SIMD2<Float>, in size: ImageSize
  ) -> NormalizedRect {
    // The reference's target angle is 90 radians, not degrees: palm crops are rotated by 26.6°, and results depend on
    // it.
    let rotation = rotation(from: wrist, to: middleFinger, target: 90, in: size)
    let palm = NormalizedRect(
      xCenter: box.minX + box.width / 2, yCenter: box.minY + box.height / 2, width: box.width, height: box.height,
      rotation: rotation)
    return palm.expandedToSquare(scale: 2.6, shiftY: -0.5, in: size)
  }

  /// The joints that span the rectangle of the next frame: all but those near the finger tips.
  private static let stableJoints = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18]

  /// The hand's rectangle for the next frame.
  ///
  /// Takes the 21 hand landmarks in fractions of the image.
  package static func nextRect(landmarks: [SIMD3<Float>], in size: ImageSize) -> NormalizedRect {
    let scale = SIMD2(size.width, size.height)
    func joint(_ index: Int) -> SIMD2<Float> { SIMD2(landmarks[index].x, landmarks[index].y) }

    // MediaPipe names these joints PIP but counts them within the stable joints: they are the fingers' lowest (MCP) joints.
    let middle = ((joint(5) + joint(13)) / 2 + joint(9)) / 2
    let rotation = rotation(from: joint(0), to: middle, target: Float(Double.pi * 0.5), in: size)

    var upright = LandmarkBounds()
    for index in stableJoints { upright.include(joint(index)) }
    let axis = upright.center

    var turned = LandmarkBounds()
    let (inverseCosine, inverseSine) = (-rotation).normalizedRadians.cosineAndSine
    for index in stableJoints {
      let point = (joint(index) - axis) * scale
      turned.include(
        SIMD2(
          point.x * inverseCosine - point.y * inverseSine,
          point.x * inverseSine + point.y * inverseCosine))
    }
    let center = turned.center
    let extent = turned.size
    let (cosine, sine) = rotation.cosineAndSine
    let tight = NormalizedRect(
      xCenter: (center.x * cosine - center.y * sine + size.width * axis.x) / size.width,
      yCenter: (center.x * sine + center.y * cosine + size.height * axis.y) / size.height,
      width: extent.x / size.width, height: extent.y / size.height, rotation: rotation)
    return tight.expandedToSquare(scale: 2, shiftY: -0.1, in: size)
  }

  /// The rotation that brings the line between two points to the target angle, in [-π, π).
  private static func rotation(
    from start: SIMD2<Float>, to end: SIMD2<Float>, target: Float, in size: ImageSize
  ) -> Float {
    let a = start * SIMD2(size.width, size.height)
    let b = end * SIMD2(size.width, size.height)
    return (target - Float(atan2(Double(-(b.y - a.y)), Double(b.x - a.x)))).normalizedRadians
  }

  /// Appends fresh rectangles to the tracked ones: each that overlaps none of the list so far by more than `threshold`.
  package static func merge(_ fresh: [NormalizedRect], into rects: inout [NormalizedRect], threshold: Float) {
    for rect in fresh where !rects.contains(where: { rect.intersectionOverUnion($0) > threshold }) {
      rects.append(rect)
    }
  }
}
