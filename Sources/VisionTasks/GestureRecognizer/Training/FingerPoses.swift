/// Bends and stretches the fingers of a hand: what other hands could be shown, which are none of the gestures.
///
/// A finger is a chain of three bones from its base; it stretches along the line from the wrist to its base and curls
/// towards the palm. The thumb points away from the palm, or lies across it.
struct FingerPoses: Sendable {
  /// A finger's landmarks from its base to its tip, and the length of its first bone in lengths of the palm, for bones
  /// that the camera sees shortened.
  private struct Finger {
    let joints: [Int]
    let firstBone: Float
  }

  private static let fingers = [
    Finger(joints: [5, 6, 7, 8], firstBone: 0.45), Finger(joints: [9, 10, 11, 12], firstBone: 0.5),
    Finger(joints: [13, 14, 15, 16], firstBone: 0.46), Finger(joints: [17, 18, 19, 20], firstBone: 0.38),
  ]
  /// The lengths of a finger's bones in lengths of its first one.
  private static let bones: [Float] = [1, 0.62, 0.5]
  static let thumb = 4
  static let count = 5

  /// What becomes of a finger; nil leaves it as it is.
  private enum Change {
    /// Angles at the three joints in radians, and the spread to the side.
    case bent([Float], spread: Float)
    /// The direction between sideways (0) and along the fingers (π/2), and out of the palm's plane.
    case thumbOut(angle: Float, lift: Float)
    /// How far along the palm its tip lies.
    case thumbIn(reach: Float)
  }

  private let changes: [Change?]

  /// All fingers stretched or curled by chance.
  static func random(by random: inout SplitMix64) -> FingerPoses {
    FingerPoses(changes: (0..<count).map { change($0, isStretched: random.next() & 1 == 0, by: &random) })
  }

  /// One finger of a hand, or two, the other way: stretched where it is curled, curled where it is stretched.
  static func flipping(in hand: HandShape, by random: inout SplitMix64) -> FingerPoses {
    var chosen: Set<Int> = [random.index(below: count)]
    if random.float(0, 1) < 0.4 { chosen.insert(random.index(below: count)) }
    return FingerPoses(
      changes: (0..<count).map { finger in
        chosen.contains(finger)
          ? change(finger, isStretched: !isStretched(finger, of: hand.screen), by: &random) : nil
      })
  }

  private static func change(_ finger: Int, isStretched: Bool, by random: inout SplitMix64) -> Change {
    let degree = Float.pi / 180
    if finger == thumb {
      return isStretched
        ? .thumbOut(angle: random.float(5, 80) * degree, lift: random.normal(deviation: 0.2))
        : .thumbIn(reach: random.float(-0.1, 0.4))
    }
    let angles: [Float] =
      isStretched
      ? [random.normal(5, deviation: 10), abs(random.normal(5, deviation: 8)), abs(random.normal(3, deviation: 6))]
      : [random.float(55, 95), random.float(70, 110), random.float(30, 75)]
    return .bent(angles.map { $0 * degree }, spread: random.normal(deviation: 0.1))
  }

  private static func isStretched(_ finger: Int, of points: [SIMD3<Float>]) -> Bool {
    let palm = (points[9] - points[0]).length
    if finger == thumb { return (points[4] - points[9]).length > 0.75 * palm }
    let joints = fingers[finger].joints
    let whole = zip(joints, joints.dropFirst()).reduce(Float(0)) { $0 + (points[$1.1] - points[$1.0]).length }
    return (points[joints[3]] - points[joints[0]]).length > 0.8 * whole
  }

  func callAsFunction(_ points: [SIMD3<Float>]) -> [SIMD3<Float>] {
    let wrist = points[0]
    let palm = (points[9] - wrist).length
    var inwards = (points[5] - wrist).cross(points[17] - wrist).normalized
    // The side to which the fingers curl is the palm's; the handedness may be wrong.
    let curl = Self.fingers.reduce(SIMD3<Float>.zero) { $0 + points[$1.joints[3]] - points[$1.joints[0]] }
    if (curl * inwards).sum() < 0 { inwards = -inwards }
    var result = points
    for (finger, change) in changes.enumerated() {
      switch change {
      case .bent(let angles, let spread)?:
        let (joints, firstBone) = (Self.fingers[finger].joints, Self.fingers[finger].firstBone)
        let length = max((points[joints[1]] - points[joints[0]]).length, firstBone * palm)
        let straight = (points[joints[0]] - wrist).normalized
        let direction = (straight + inwards.cross(straight).normalized * spread).normalized
        var (place, angle) = (points[joints[0]], Float(0))
        for (bone, bend) in angles.enumerated() {
          angle += bend
          let (along, across) = (Float(cos(Double(angle))), Float(sin(Double(angle))))
          place += (direction * along + inwards * across) * (length * Self.bones[bone])
          result[joints[bone + 1]] = place
        }
      case .thumbOut(let angle, let lift)?:
        let across = (points[5] - points[17]).normalized * Float(cos(Double(angle)))
        let along = (points[9] - wrist).normalized * Float(sin(Double(angle)))
        setThumb(of: &result, towards: across + along + inwards * lift, palm: palm)
      case .thumbIn(let reach)?:
        let along = (points[9] - wrist).normalized
        let tip = points[13] + inwards * (0.35 * palm) - along * (reach * palm)
        setThumb(of: &result, towards: tip - points[2], palm: palm)
      case nil: break
      }
    }
    return result
  }

  private func setThumb(of points: inout [SIMD3<Float>], towards direction: SIMD3<Float>, palm: Float) {
    let bone = direction.normalized * max((points[3] - points[2]).length, 0.3 * palm)
    points[3] = points[2] + bone
    points[4] = points[3] + bone * 0.8
  }
}

extension SIMD3<Float> {
  fileprivate var length: Float { (self * self).sum().squareRoot() }
  fileprivate var normalized: SIMD3<Float> { self / (length + 1e-9) }

  fileprivate func cross(_ other: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}
