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
  private var centerX, centerY, width, height: CoordinateFilter
  /// The mean square of the unforeseen change of velocity, in scales of the box and frames; 0 for boxes without
  /// landmarks. Hands start, stop and wave at once: those that did may be far from where they are predicted.
  private var restlessness = 0.0
  private var framesSinceUpdate = 0.0

  init(_ box: PixelBox, noise: Noise = .box) {
    self.noise = noise
    let position = noise.birthPosition * noise.measurement * box.scale
    let velocity = noise.birthVelocity * noise.velocity * box.scale
    func filter(_ value: Double) -> CoordinateFilter {
      CoordinateFilter(position: value, positionDeviation: position, velocityDeviation: velocity)
    }
    (centerX, centerY) = (filter(box.centerX), filter(box.centerY))
    (width, height) = (filter(box.width), filter(box.height))
  }

  var box: PixelBox {
    PixelBox(
      centerX: centerX.position, centerY: centerY.position, width: max(width.position, Self.minSize),
      height: max(height.position, Self.minSize))
  }

  /// Predicts `frames` frames ahead. A lost box slows down and keeps its size.
  mutating func predict(frames: Double, isLost: Bool) {
    let (noise, scale) = (noise, box.scale)
    framesSinceUpdate += frames
    centerX.loosen(velocityVariance: restlessness * scale * scale)
    centerY.loosen(velocityVariance: restlessness * scale * scale)
    let damping = isLost ? pow(noise.lostDamping, frames) : 1
    each { filter in
      filter.predict(frames: frames, positionNoise: noise.position * scale, velocityNoise: noise.velocity * scale)
      filter.velocity *= damping
    }
    if isLost { (width.velocity, height.velocity) = (0, 0) }
  }

  /// Moves a box whose centre is beyond an image's edge by more than a quarter of its size back to there, at rest.
  mutating func stop(within size: CGSize) {
    let (marginX, marginY) = (width.position / 4, height.position / 4)
    centerX.stop(within: -marginX...max(-marginX, Double(size.width) + marginX))
    centerY.stop(within: -marginY...max(-marginY, Double(size.height) + marginY))
  }

  /// Updates the filters with an observed box; a higher score (0...1) weighs more.
  mutating func update(_ seen: PixelBox, score: Double) {
    let deviation = noise.measurement * seen.scale * (1.6 - score)
    update(seen, centerDeviation: deviation, sizeDeviation: deviation)
  }

  mutating func update(aroundLandmarks seen: PixelBox) {
    let deviation = noise.landmarks * seen.scale
    let x = (seen.centerX - centerX.position) / seen.scale
    let y = (seen.centerY - centerY.position) / seen.scale
    let frames = max(framesSinceUpdate, 1)
    let change = ((x * x + y * y) / 2 - pow(noise.restlessLimit * noise.landmarks, 2)) / (frames * frames)
    restlessness += noise.restlessShare * (min(max(0, change), noise.maxRestlessness) - restlessness)
    framesSinceUpdate = 0
    update(seen, centerDeviation: deviation, sizeDeviation: 2 * deviation)
  }

  /// Updates the filters with a box whose deviation in pixels is known.
  mutating func update(_ seen: PixelBox, centerDeviation: Double, sizeDeviation: Double) {
    centerX.update(measured: seen.centerX, deviation: centerDeviation)
    centerY.update(measured: seen.centerY, deviation: centerDeviation)
    width.update(measured: seen.width, deviation: sizeDeviation)
    height.update(measured: seen.height, deviation: sizeDeviation)
  }

  /// The logarithm of the probability density of a box around landmarks, in scales of this one and up to a constant.
  func logLikelihood(aroundLandmarks seen: PixelBox) -> Double {
    let unit = box.scale
    let deviation = noise.landmarks * seen.scale
    return centerX.logLikelihood(of: seen.centerX, deviation: deviation, unit: unit)
      + centerY.logLikelihood(of: seen.centerY, deviation: deviation, unit: unit)
      + width.logLikelihood(of: seen.width, deviation: 2 * deviation, unit: unit)
      + height.logLikelihood(of: seen.height, deviation: 2 * deviation, unit: unit)
  }

  private mutating func each(_ body: (inout CoordinateFilter) -> Void) {
    body(&centerX)
    body(&centerY)
    body(&width)
    body(&height)
  }
}

/// A Kalman filter for one coordinate, with a constant-velocity model: the two by two matrices are written out; the
/// noise of position and velocity is uncorrelated.
struct CoordinateFilter: Sendable, Hashable {
  /// In pixels, and pixels a frame.
  var position: Double
  var velocity = 0.0

  /// The variance of the position, the covariance, and the variance of the velocity.
  private(set) var positionVariance: Double
  private(set) var covariance = 0.0
  private(set) var velocityVariance: Double

  /// Starts at rest; the deviations are the initial uncertainty of position and velocity.
  init(position: Double, positionDeviation: Double, velocityDeviation: Double) {
    self.position = position
    positionVariance = positionDeviation * positionDeviation
    velocityVariance = velocityDeviation * velocityDeviation
  }

  /// Predicts `frames` frames ahead; the noises are the deviations added by a single frame.
  mutating func predict(frames: Double, positionNoise: Double, velocityNoise: Double) {
    position += velocity * frames
    positionVariance += 2 * covariance * frames + velocityVariance * frames * frames
    positionVariance += positionNoise * positionNoise * frames
    covariance += velocityVariance * frames
    velocityVariance += velocityNoise * velocityNoise * frames
  }

  mutating func loosen(velocityVariance: Double) { self.velocityVariance += velocityVariance }

  mutating func stop(within range: ClosedRange<Double>) {
    guard !range.contains(position) else { return }
    (position, velocity) = (min(max(position, range.lowerBound), range.upperBound), 0)
  }

  /// The logarithm of the probability density of a measured position, in a unit of length and up to a constant.
  func logLikelihood(of measured: Double, deviation: Double, unit: Double) -> Double {
    let total = positionVariance + deviation * deviation
    let error = measured - position
    return -(error * error / total + log(total / (unit * unit))) / 2
  }

  mutating func update(measured: Double, deviation: Double) {
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
