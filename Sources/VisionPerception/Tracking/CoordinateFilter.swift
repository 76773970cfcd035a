/// A Kalman filter for one coordinate, with a constant-velocity model.
///
/// Source: Kalman's filter with the two by two matrices written out; the noise of position and velocity is
/// uncorrelated.
package struct CoordinateFilter: Sendable, Hashable {
  /// The position in pixels.
  package var position: Double
  /// The velocity in pixels a frame.
  package var velocity = 0.0

  /// The variance of the position, the covariance, and the variance of the velocity.
  private(set) var positionVariance: Double
  private(set) var covariance = 0.0
  private(set) var velocityVariance: Double

  /// Starts at rest; the deviations are the initial uncertainty of position and velocity.
  package init(position: Double, positionDeviation: Double, velocityDeviation: Double) {
    self.position = position
    positionVariance = positionDeviation * positionDeviation
    velocityVariance = velocityDeviation * velocityDeviation
  }

  /// Predicts `frames` frames ahead; the noises are the deviations added by a single frame.
  package mutating func predict(frames: Double, positionNoise: Double, velocityNoise: Double) {
    position += velocity * frames
    positionVariance += 2 * covariance * frames + velocityVariance * frames * frames
    positionVariance += positionNoise * positionNoise * frames
    covariance += velocityVariance * frames
    velocityVariance += velocityNoise * velocityNoise * frames
  }

  /// Updates position and velocity with a measured position.
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
