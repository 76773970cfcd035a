/// A hand as the gesture embedder sees it: upright, with the wrist in the origin and the larger of width and height 1.
struct HandShape: Sendable, Hashable {
  static let landmarkCount = 21

  /// From the landmarks in the image; x to the right, y down, z away from the camera.
  var screen: [SIMD3<Float>]
  /// From the landmarks in metres.
  var world: [SIMD3<Float>]
  /// The probability of a right hand, 0...1.
  var rightProbability: Float

  static func points(_ matrix: UnsafeMutableBufferPointer<Float>) -> [SIMD3<Float>] {
    (0..<landmarkCount).map { SIMD3(matrix[3 * $0], matrix[3 * $0 + 1], matrix[3 * $0 + 2]) }
  }

  static func write(_ points: [SIMD3<Float>], to matrix: UnsafeMutableBufferPointer<Float>) {
    for (index, point) in points.enumerated() where 3 * index + 2 < matrix.count {
      (matrix[3 * index], matrix[3 * index + 1], matrix[3 * index + 2]) = (point.x, point.y, point.z)
    }
  }

  /// Applies a change to both sets of landmarks, and normalizes them again.
  func changed(_ change: ([SIMD3<Float>]) -> [SIMD3<Float>]) -> HandShape {
    HandShape(
      screen: Self.normalized(change(screen)), world: Self.normalized(change(world)),
      rightProbability: rightProbability)
  }

  /// The hand of the other side in the same pose.
  var mirrored: HandShape {
    var hand = changed { $0.map { SIMD3(-$0.x, $0.y, $0.z) } }
    hand.rightProbability = 1 - rightProbability
    return hand
  }

  private static func normalized(_ points: [SIMD3<Float>]) -> [SIMD3<Float>] {
    guard let wrist = points.first else { return points }
    var (low, high) = (wrist, wrist)
    for point in points {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
    }
    let scale = max(high.x - low.x, high.y - low.y) + 1e-5
    return points.map { ($0 - wrist) / scale }
  }
}

/// How a hand is held, other than in the example: rotated in the image, and tilted towards the camera.
struct HandRotation: Sendable {
  /// Radians about the camera's axis, and about the image's axes.
  var roll, pitch, yaw: Float

  /// A random rotation by at most these angles in degrees to either side.
  static func random(roll: Float, tilt: Float, by random: inout SplitMix64) -> HandRotation {
    func angle(_ limit: Float) -> Float { random.float(-limit, limit) * (.pi / 180) }
    return HandRotation(roll: angle(roll), pitch: angle(tilt), yaw: angle(tilt))
  }

  func callAsFunction(_ points: [SIMD3<Float>]) -> [SIMD3<Float>] {
    let (rollX, rollY) = Self.cosineAndSine(roll)
    let (pitchX, pitchY) = Self.cosineAndSine(pitch)
    let (yawX, yawY) = Self.cosineAndSine(yaw)
    return points.map { point in
      let (x, y) = (point.x * rollX - point.y * rollY, point.x * rollY + point.y * rollX)
      let (y2, z) = (y * pitchX - point.z * pitchY, y * pitchY + point.z * pitchX)
      return SIMD3(x * yawX - z * yawY, y2, x * yawY + z * yawX)
    }
  }

  private static func cosineAndSine(_ angle: Float) -> (Float, Float) {
    (Float(cos(Double(angle))), Float(sin(Double(angle))))
  }
}

extension HandShape {
  /// Where landmarks lie after another photograph of the same pose, as the embedder sees them: half a percent to a few
  /// percent of the hand's size away.
  private static let landmarkNoise: Float = 0.012

  /// The same pose in another photograph: either hand, rotated and tilted a little, landmarks found less exactly.
  func varied(by random: inout SplitMix64) -> HandShape {
    let hand = random.next() & 1 == 0 ? self : mirrored
    let rotation = HandRotation.random(roll: 20, tilt: 12, by: &random)
    return hand.held(rotation, noise: Self.landmarkNoise, by: &random)
  }

  func held(_ rotation: HandRotation, noise: Float, by random: inout SplitMix64) -> HandShape {
    let offsets = (0..<Self.landmarkCount).map { _ in
      SIMD3(random.normal(deviation: noise), random.normal(deviation: noise), random.normal(deviation: noise))
    }
    // Noise is in fractions of the hand's size, so the size is made 1 first.
    return changed { rotation($0) }.changed { zip($0, offsets).map { $0 + $1 } }
  }
}
