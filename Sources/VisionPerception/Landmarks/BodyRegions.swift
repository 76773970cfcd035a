import Foundation
import VisionImaging

/// Regions of interest of the hands and the face of a person, found from the pose. All points are in fractions of the
/// image. Source: MediaPipe's holistic graphs.
package enum BodyRegions {
  private static let handScale: Float = 2.7
  private static let handShift: Float = -0.1
  private static let headScale: Float = 3
  private static let faceScale: Float = 2
  private static let trackedFaceScale: Float = 1.5

  /// The coarse region of a hand, from three landmarks of the pose.
  package static func hand(
    wrist: SIMD2<Float>, pinky: SIMD2<Float>, index: SIMD2<Float>, in size: ImageSize
  ) -> RotatedRegion {
    let pixels = SIMD2(size.width, size.height)
    let middle = (2 * (index * pixels) + pinky * pixels) / 3
    return alignedSquare(around: middle, from: wrist * pixels, to: middle, target: quarterTurn, in: size)
      .expandedToSquare(scale: handScale, shiftY: handShift, in: size)
  }

  /// The exact region of a hand, from the refinement model's two points: its centre, and one towards the wrist.
  package static func hand(center: SIMD2<Float>, scalePoint: SIMD2<Float>, in size: ImageSize) -> RotatedRegion {
    aligned(center: center, scalePoint: scalePoint, target: -quarterTurn, in: size)
      .expandedToSquare(scale: 1, shiftY: handShift, in: size)
  }

  /// The region in which the face is detected, from the pose's 33 landmarks.
  package static func head(pose landmarks: [SIMD3<Float>], in size: ImageSize) -> RotatedRegion {
    FaceRegions.bounds(of: landmarks[0...10], rightEye: landmarks[5], leftEye: landmarks[2], in: size)
      .expandedToSquare(scale: headScale, shiftY: 0, in: size)
  }

  /// The region of a detected face, from its six keypoints; the first two are the eyes.
  package static func face(keypoints: [SIMD2<Float>], in size: ImageSize) -> RotatedRegion {
    let low = keypoints.reduce(keypoints[0], pointwiseMin)
    let high = keypoints.reduce(keypoints[0], pointwiseMax)
    let (center, extent) = ((low + high) / 2, high - low)
    return RotatedRegion(
      xCenter: center.x, yCenter: center.y, width: extent.x, height: extent.y,
      rotation: HandRegions.rotation(from: keypoints[0], to: keypoints[1], target: 0, in: size)
    ).expandedToSquare(scale: faceScale, shiftY: 0, in: size)
  }

  /// The region of a tracked face, from its 478 landmarks in the previous frame; no square is formed.
  package static func trackedFace(landmarks: [SIMD3<Float>], in size: ImageSize) -> RotatedRegion {
    var rect = FaceRegions.bounds(of: landmarks, in: size)
    rect.width *= trackedFaceScale
    rect.height *= trackedFaceScale
    return rect
  }

  static let quarterTurn = Float(Double.pi / 2)

  /// A square around `center` that reaches to `scalePoint`, rotated such that their line has the angle `target`.
  package static func aligned(
    center: SIMD2<Float>, scalePoint: SIMD2<Float>, target: Float = quarterTurn, in size: ImageSize
  ) -> RotatedRegion {
    let start = center * SIMD2(size.width, size.height)
    let end = scalePoint * SIMD2(size.width, size.height)
    return alignedSquare(around: start, from: start, to: end, target: target, in: size)
  }

  /// A square around `center` of twice a line's length, rotated such that it has the angle `target`. In pixels.
  private static func alignedSquare(
    around center: SIMD2<Float>, from start: SIMD2<Float>, to end: SIMD2<Float>, target: Float, in size: ImageSize
  ) -> RotatedRegion {
    let distance = end - start
    let side = Float(2 * Double(distance.x * distance.x + distance.y * distance.y).squareRoot())
    let angle = Float(atan2(Double(-distance.y), Double(distance.x)))
    return RotatedRegion(
      xCenter: center.x / size.width, yCenter: center.y / size.height, width: side / size.width,
      height: side / size.height, rotation: (target - angle).normalizedRadians)
  }
}

/// Decides whether the region that was tracked from landmarks is kept or a fresh one takes its place.
/// Source: MediaPipe's `RoiTrackingCalculator`, without its test of the overlap, which the holistic graphs do not use.
package struct RegionTracking: Sendable {
  /// The rotation between the two regions, in degrees, above which the fresh one is taken.
  let maximumRotation: Float
  /// The same for the distance of the centres along the fresh region's axes, in fractions of its sides.
  let maximumTranslation: Float
  /// The same for the difference of the sides, in fractions of the fresh region's.
  let maximumScaling: Float
  /// What the fresh region grows by before it has to contain every landmark, in fractions of its sides.
  let margin: Float

  package static let hand = RegionTracking(
    maximumRotation: 40, maximumTranslation: 0.2, maximumScaling: 0.4, margin: -0.1)
  package static let face = RegionTracking(
    maximumRotation: 15, maximumTranslation: 0.1, maximumScaling: 0.3, margin: -0.2)

  /// Whether `tracked`, made from `landmarks` of the previous frame, is kept; all is in fractions of the image.
  package func keeps(
    _ tracked: RotatedRegion, over fresh: RotatedRegion, landmarks: [SIMD3<Float>], in size: ImageSize
  ) -> Bool {
    let (cosine, sine) = (-fresh.rotation).cosineAndSine
    func upright(_ x: Float, _ y: Float) -> SIMD2<Float> {
      SIMD2(x * size.width * cosine - y * size.height * sine, x * size.width * sine + y * size.height * cosine)
    }
    func sides(_ rect: RotatedRegion) -> SIMD2<Float> { SIMD2(rect.width * size.width, rect.height * size.height) }

    let center = upright(fresh.xCenter, fresh.yCenter)
    let extent = sides(fresh)
    let shift = upright(tracked.xCenter, tracked.yCenter) - center
    let scaling = sides(tracked) - extent
    let reach = extent * (1 + margin) * 0.5
    let (low, high) = (center - reach, center + reach)
    return !(Self.degrees(between: tracked.rotation, fresh.rotation) > maximumRotation)
      && !any(pointwiseMax(shift, -shift) .> extent * maximumTranslation)
      && !any(pointwiseMax(scaling, -scaling) .> extent * maximumScaling)
      && landmarks.allSatisfy { landmark in
        let point = upright(landmark.x, landmark.y)
        return all((low .< point) .& (point .< high))
      }
  }

  private static func degrees(between first: Float, _ second: Float) -> Float {
    let difference = Float(Double(first) / .pi * 180) - Float(Double(second) / .pi * 180)
    return abs(difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference)
  }
}

extension RotatedRegion {
  /// The mean of width and height in pixels, of a region in fractions.
  package func meanSide(in size: ImageSize) -> Float { (width * size.width + height * size.height) / 2 }
}
