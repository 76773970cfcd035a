/// A Kalman filter for one coordinate: its place and its velocity, taken for constant.
///
/// Source: Kalman's filter with the two by two matrices written out; the noise of place and velocity is not correlated.
package struct CoordinateFilter: Sendable, Hashable {
  /// The place in pixels.
  package var position: Double
  /// The change of place in pixels a frame.
  package var velocity = 0.0

  /// The variance of the place, the covariance, and the variance of the velocity.
  private(set) var positionVariance: Double
  private(set) var covariance = 0.0
  private(set) var velocityVariance: Double

  /// Starts at rest; the deviations say how wrong place and velocity may be.
  package init(position: Double, positionDeviation: Double, velocityDeviation: Double) {
    self.position = position
    positionVariance = positionDeviation * positionDeviation
    velocityVariance = velocityDeviation * velocityDeviation
  }

  /// Goes on by `frames` frames; the noises are deviations that a single frame adds.
  package mutating func predict(frames: Double, positionNoise: Double, velocityNoise: Double) {
    position += velocity * frames
    positionVariance += 2 * covariance * frames + velocityVariance * frames * frames
    positionVariance += positionNoise * positionNoise * frames
    covariance += velocityVariance * frames
    velocityVariance += velocityNoise * velocityNoise * frames
  }

  /// Corrects place and velocity by a measured place.
  package mutating func update(measured: Double, deviation: Double) {
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
