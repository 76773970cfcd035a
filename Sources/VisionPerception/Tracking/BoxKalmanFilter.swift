import Foundation

/// Follows a box by four filters that do not depend on each other: centre x, centre y, width and height.
///
/// All four have the noise of one length, the side of the square with the box's area, so that a turn of the camera by a quarter
/// changes nothing. Source: SORT's idea with BoT-SORT's state (width and height instead of aspect and area), decoupled.
package struct BoxKalmanFilter: Sendable, Hashable {
  /// What the noise is, in shares of the box's scale; frames are those of 25 a second.
  private enum Noise {
    static let measurement = 1.0 / 16
    static let position = 1.0 / 40
    static let velocity = 1.0 / 160
    /// How much the birth's first guess may be off, in the units above.
    static let birthPosition = 2.0
    static let birthVelocity = 10.0
  }
  /// What remains of a lost box's velocity after a frame.
  private static let lostDamping = 0.95
  /// The least width and height in pixels, whatever the filters say.
  private static let leastExtent = 2.0

  private var centerX: CoordinateFilter
  private var centerY: CoordinateFilter
  private var width: CoordinateFilter
  private var height: CoordinateFilter

  /// Starts at rest at a box that was seen.
  package init(_ box: TrackBox) {
    let position = Noise.birthPosition * Noise.measurement * box.scale
    let velocity = Noise.birthVelocity * Noise.velocity * box.scale
    func filter(_ value: Double) -> CoordinateFilter {
      CoordinateFilter(position: value, positionDeviation: position, velocityDeviation: velocity)
    }
    centerX = filter(box.centerX)
    centerY = filter(box.centerY)
    width = filter(box.width)
    height = filter(box.height)
  }

  /// Where the box is taken to be now.
  package var box: TrackBox {
    TrackBox(
      centerX: centerX.position, centerY: centerY.position, width: max(width.position, Self.leastExtent),
      height: max(height.position, Self.leastExtent))
  }

  /// Goes on by `frames` frames. A lost box slows down and keeps its size.
  package mutating func predict(frames: Double, isLost: Bool) {
    let scale = box.scale
    let damping = isLost ? pow(Self.lostDamping, frames) : 1
    each { filter in
      filter.predict(frames: frames, positionNoise: Noise.position * scale, velocityNoise: Noise.velocity * scale)
      filter.velocity *= damping
    }
    if isLost { (width.velocity, height.velocity) = (0, 0) }
  }

  /// Corrects the filters by a box that was seen; one with a high score (0...1) is trusted more.
  package mutating func update(_ seen: TrackBox, score: Double) {
    let deviation = Noise.measurement * seen.scale * (1.6 - score)
    update(seen, centerDeviation: deviation, extentDeviation: deviation)
  }

  /// Corrects the filters by a box whose uncertainty in pixels is known.
  package mutating func update(_ seen: TrackBox, centerDeviation: Double, extentDeviation: Double) {
    centerX.update(measured: seen.centerX, deviation: centerDeviation)
    centerY.update(measured: seen.centerY, deviation: centerDeviation)
    width.update(measured: seen.width, deviation: extentDeviation)
    height.update(measured: seen.height, deviation: extentDeviation)
  }

  private mutating func each(_ body: (inout CoordinateFilter) -> Void) {
    body(&centerX)
    body(&centerY)
    body(&width)
    body(&height)
  }
}
