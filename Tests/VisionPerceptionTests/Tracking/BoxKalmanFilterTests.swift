import TestSupport
import Testing
import VisionImaging

@testable import VisionPerception

@Suite("Filters of a track's box")
struct BoxKalmanFilterTests {
  /// The textbook's filter in matrices, [place, velocity], worked out element by element in another way.
  private struct MatrixFilter {
    var x = SIMD2<Double>(0, 0)
    var p: (SIMD2<Double>, SIMD2<Double>)

    mutating func predict(_ d: Double, _ q: SIMD2<Double>) {
      // P' = F P Fᵀ + Q with F = [1 d; 0 1].
      let rows = (p.0 + d * p.1, p.1)
      p = (SIMD2(rows.0.x + d * rows.0.y, rows.0.y), SIMD2(rows.1.x + d * rows.1.y, rows.1.y))
      p.0.x += q.x * q.x * d
      p.1.y += q.y * q.y * d
      x.x += d * x.y
    }

    mutating func update(_ z: Double, _ r: Double) {
      let gain = SIMD2(p.0.x, p.1.x) / (p.0.x + r * r)
      x += gain * (z - x.x)
      // P' = (I - K H) P.
      p = (p.0 - gain.x * p.0, p.1 - gain.y * p.0)
    }
  }

  @Test("A coordinate's filter is Kalman's, with steps of any length")
  func equalsMatrixForm() {
    var generator = SeededGenerator(seed: 3)
    var filter = CoordinateFilter(position: SIMD4(repeating: 5), positionDeviation: 2, velocityDeviation: 3)
    var oracle = MatrixFilter(x: SIMD2(5, 0), p: (SIMD2(4, 0), SIMD2(0, 9)))
    for _ in 0..<50 {
      let step = Double.random(in: 0.2...5, using: &generator)
      filter.predict(frames: step, positionNoise: 0.3, velocityNoise: 0.1)
      oracle.predict(step, SIMD2(0.3, 0.1))
      let measured = Double.random(in: 0...100, using: &generator)
      filter.update(measured: SIMD4(repeating: measured), deviation: SIMD4(repeating: 1.5))
      oracle.update(measured, 1.5)
      #expect(abs(filter.position.w - oracle.x.x) < 1e-9)
      #expect(abs(filter.velocity.w - oracle.x.y) < 1e-9)
      #expect(abs(filter.positionVariance.w - oracle.p.0.x) < 1e-9)
      #expect(abs(filter.covariance.w - oracle.p.1.x) < 1e-9)
      #expect(abs(filter.velocityVariance.w - oracle.p.1.y) < 1e-9)
    }
  }

  private func moving(frames: Int) -> BoxKalmanFilter {
    var filter = BoxKalmanFilter(PixelBox(centerX: 0, centerY: 0, width: 40, height: 40))
    for frame in 1...frames {
      filter.predict(frames: 1, isLost: false)
      filter.update(PixelBox(centerX: 4 * Double(frame), centerY: 0, width: 40, height: 40), score: 0.9)
    }
    return filter
  }

  @Test("Steady movement is predicted")
  func steadyMovement() {
    var filter = moving(frames: 30)
    filter.predict(frames: 1, isLost: false)
    #expect(abs(filter.box.centerX - 124) < 0.2)
    #expect(abs(filter.box.centerY) < 1e-9)
    #expect(abs(filter.box.width - 40) < 1e-9)
  }

  @Test("A lost box slows down by a twentieth a frame and keeps its size")
  func lostSlowsDown() {
    var filter = moving(frames: 60)
    let start = filter.box
    var places: [Double] = []
    for _ in 0..<20 {
      filter.predict(frames: 1, isLost: true)
      places.append(filter.box.centerX - start.centerX)
    }
    // 4 · (1 + 0.95 + … + 0.95^19).
    #expect(abs(places[19] - 4 * (1 - 0.358_485_922) / 0.05) < 0.5)
    #expect(filter.box.width == start.width)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test("A box never shrinks to nothing")
  func minSize() {
    var filter = BoxKalmanFilter(PixelBox(centerX: 0, centerY: 0, width: 100, height: 100))
    for width in stride(from: 90.0, to: 1, by: -30) {
      filter.predict(frames: 1, isLost: false)
      filter.update(PixelBox(centerX: 0, centerY: 0, width: width, height: width), score: 1)
    }
    filter.predict(frames: 50, isLost: false)
    #expect(filter.box.width == 2)
    #expect(filter.box.height == 2)
  }

  /// A hand of 40 pixels that changes its velocity in every frame, or rests, and is then somewhere else.
  private func jump(after places: [Double], to place: Double) -> Double {
    func box(_ x: Double) -> PixelBox { PixelBox(centerX: x, centerY: 0, width: 40, height: 40) }
    var filter = BoxKalmanFilter(box(0), noise: .landmarks)
    for place in places {
      filter.predict(frames: 1, isLost: false)
      filter.update(aroundLandmarks: box(place))
    }
    filter.predict(frames: 1, isLost: false)
    return filter.logLikelihood(aroundLandmarks: box(place))
  }

  @Test("A hand that waved is more likely far away than one at rest, until it has been at rest for a while")
  func restlessness() {
    let wave = (0..<12).map { [20.0, 0, -20, 0][$0 % 4] }
    let rest = [Double](repeating: 0, count: 12)
    #expect(jump(after: wave, to: 30) > jump(after: rest, to: 30) + 20)
    #expect(jump(after: wave, to: 0) < jump(after: rest, to: 0))
    #expect(jump(after: wave + rest + rest, to: 30) < jump(after: wave, to: 30) - 10)
    // Too far for a number, but none that compares with nothing.
    #expect(jump(after: [1e300, -1e300, 0], to: 0) < 0)
  }
}
