import Foundation
import VisionImaging

/// Follows a box with four independent filters. All have noise in proportion to one length, the side of the square with
/// the box's area, so that rotating the camera by 90° changes nothing.
/// Source: SORT's idea with BoT-SORT's state (width and height instead of aspect ratio and area), decoupled.
struct BoxKalmanFilter: Sendable, Hashable {
  /// Noise, as deviations in shares of the box's scale, for frames at 25 a second.
  struct Noise: Sendable, Hashable {
    let position: Double
    let measurement = 1.0 / 16
    let velocity = 1.0 / 160
    /// The initial deviation, in units of the noise above.
    let birthPosition = 2.0
    let birthVelocity = 10.0
    /// The deviation of a box around landmarks: a mean of many is a steady place.
    let landmarks = 0.02
    /// The share of the last update in `restlessness`, the deviations that count as noise, and the maximum.
    let restlessShare = 0.25
    let restlessLimit = 3.0
    let maxRestlessness = 4.0
    /// The factor of a lost box's velocity for each frame.
    let lostDamping: Double

    static let box = Noise(position: 1.0 / 40, lostDamping: 0.95)
    static let landmarks = Noise(position: 1.0 / 80, lostDamping: 0.98)
  }
  private static let minSize = 2.0

  private let noise: Noise
  private var filter: CoordinateFilter
  /// The mean square of the unforeseen change of velocity, in scales of the box and frames; 0 for boxes without
  /// landmarks. Hands start, stop and wave at once: those that did may be far from where they are predicted.
  private var restlessness = 0.0
  private var framesSinceUpdate = 0.0

  init(_ box: PixelBox, noise: Noise = .box) {
    self.noise = noise
    filter = CoordinateFilter(
      position: box.coordinates, positionDeviation: noise.birthPosition * noise.measurement * box.scale,
      velocityDeviation: noise.birthVelocity * noise.velocity * box.scale)
  }

  var box: PixelBox {
    let position = filter.position
    return PixelBox(
      centerX: position.x, centerY: position.y, width: max(position.z, Self.minSize),
      height: max(position.w, Self.minSize))
  }

  /// Predicts `frames` frames ahead. A lost box slows down and keeps its size.
  mutating func predict(frames: Double, isLost: Bool) {
    let scale = box.scale
    framesSinceUpdate += frames
    filter.loosen(velocityVariance: SIMD4(lowHalf: SIMD2(repeating: restlessness * scale * scale), highHalf: .zero))
    filter.predict(frames: frames, positionNoise: noise.position * scale, velocityNoise: noise.velocity * scale)
    guard isLost else { return }
    filter.velocity *= pow(noise.lostDamping, frames)
    filter.velocity.highHalf = .zero
  }

  /// Moves a box whose centre is beyond an image's edge by more than a quarter of its size back to there, at rest.
  mutating func stop(within size: CGSize) {
    let margin = filter.position.highHalf / 4
    let end = pointwiseMax(-margin, SIMD2(Double(size.width), Double(size.height)) + margin)
    for axis in 0..<2 where !(-margin[axis]...end[axis]).contains(filter.position[axis]) {
      filter.position[axis] = min(max(filter.position[axis], -margin[axis]), end[axis])
      filter.velocity[axis] = 0
    }
  }

  /// Updates the filters with an observed box; a higher score (0...1) weighs more.
  mutating func update(_ seen: PixelBox, score: Double) {
    let deviation = noise.measurement * seen.scale * (1.6 - score)
    filter.update(measured: seen.coordinates, deviation: SIMD4(repeating: deviation))
  }

  mutating func update(aroundLandmarks seen: PixelBox) {
    let step = (seen.coordinates - filter.position) / seen.scale
    let frames = max(framesSinceUpdate, 1)
    let limit = pow(noise.restlessLimit * noise.landmarks, 2)
    let change = ((step.x * step.x + step.y * step.y) / 2 - limit) / (frames * frames)
    restlessness += noise.restlessShare * (min(max(0, change), noise.maxRestlessness) - restlessness)
    framesSinceUpdate = 0
    filter.update(measured: seen.coordinates, deviation: deviation(aroundLandmarks: seen))
  }

  /// The logarithm of the probability density of a box around landmarks, in scales of this one and up to a constant.
  func logLikelihood(aroundLandmarks seen: PixelBox) -> Double {
    filter.logLikelihood(of: seen.coordinates, deviation: deviation(aroundLandmarks: seen), unit: box.scale)
  }

  /// That of the centre in pixels, and twice as much for the size.
  private func deviation(aroundLandmarks seen: PixelBox) -> SIMD4<Double> {
    SIMD4(1, 1, 2, 2) * (noise.landmarks * seen.scale)
  }
}

extension PixelBox {
  fileprivate var coordinates: SIMD4<Double> { SIMD4(centerX, centerY, width, height) }
}

/// A Kalman filter for each of four coordinates, with a constant-velocity model: the two by two matrices are written
/// out; the noise of position and velocity is uncorrelated.
struct CoordinateFilter: Sendable, Hashable {
  /// In pixels, and pixels a frame.
  var position: SIMD4<Double>
  var velocity = SIMD4<Double>.zero

  private(set) var positionVariance, velocityVariance: SIMD4<Double>
  private(set) var covariance = SIMD4<Double>.zero

  /// Starts at rest; the deviations are the initial uncertainty of position and velocity.
  init(position: SIMD4<Double>, positionDeviation: Double, velocityDeviation: Double) {
    self.position = position
    positionVariance = SIMD4(repeating: positionDeviation * positionDeviation)
    velocityVariance = SIMD4(repeating: velocityDeviation * velocityDeviation)
  }

  /// Predicts `frames` frames ahead; the noises are the deviations added by a single frame.
  mutating func predict(frames: Double, positionNoise: Double, velocityNoise: Double) {
    position += velocity * frames
    positionVariance += 2 * covariance * frames + velocityVariance * frames * frames
    positionVariance += positionNoise * positionNoise * frames
    covariance += velocityVariance * frames
    velocityVariance += velocityNoise * velocityNoise * frames
  }

  mutating func loosen(velocityVariance: SIMD4<Double>) { self.velocityVariance += velocityVariance }

  /// The logarithm of the probability density of measured positions, in a unit of length and up to a constant.
  func logLikelihood(of measured: SIMD4<Double>, deviation: SIMD4<Double>, unit: Double) -> Double {
    let total = positionVariance + deviation * deviation
    let error = measured - position
    let terms = error * error / total
    return terms.indices.reduce(0) { $0 - (terms[$1] + log(total[$1] / (unit * unit))) / 2 }
  }

  mutating func update(measured: SIMD4<Double>, deviation: SIMD4<Double>) {
    let total = positionVariance + deviation * deviation
    let (positionGain, velocityGain) = (positionVariance / total, covariance / total)
    let error = measured - position
    position += positionGain * error
    velocity += velocityGain * error
    velocityVariance -= velocityGain * covariance
    covariance *= 1 - positionGain
    positionVariance *= 1 - positionGain
  }
}
