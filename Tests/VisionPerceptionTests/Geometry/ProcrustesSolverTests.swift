import Foundation
import TestSupport
import Testing
import VisionImaging

@testable import VisionPerception

@Suite struct ProcrustesSolverTests {
  private static func rotation(_ angles: SIMD3<Float>) -> [SIMD3<Float>] {
    let (x, y, z) = (angles.x, angles.y, angles.z)
    func turned(_ point: SIMD3<Float>) -> SIMD3<Float> {
      func turned(_ a: Float, _ b: Float, by angle: Float) -> (Float, Float) {
        (a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle))
      }
      var point = point
      (point.y, point.z) = turned(point.y, point.z, by: x)
      (point.z, point.x) = turned(point.z, point.x, by: y)
      (point.x, point.y) = turned(point.x, point.y, by: z)
      return point
    }
    return [turned(SIMD3(1, 0, 0)), turned(SIMD3(0, 1, 0)), turned(SIMD3(0, 0, 1))]
  }

  private static func difference(_ a: [SIMD3<Float>], _ b: [SIMD3<Float>]) -> Float {
    zip(a, b).map { x, y in
      let difference = x - y
      return max(abs(difference.x), abs(difference.y), abs(difference.z))
    }.max() ?? .nan
  }

  @Test("Any rotation, scale and translation of weighted points is found again")
  func transformations() throws {
    var random = SeededGenerator(seed: 4)
    var worst: Float = 0
    for _ in 0..<300 {
      let sources = (0..<12).map { _ in SIMD3<Float>.random(in: -8...8, using: &random) }
      let weights = (0..<12).map { $0 % 3 == 0 ? 0 : Float.random(in: 0.01...1, using: &random) }
      let scale = Float.random(in: 0.2...5, using: &random)
      let columns = Self.rotation(.random(in: -3.1...3.1, using: &random)).map { $0 * scale }
      let expected = Similarity(columns: columns, translation: .random(in: -30...30, using: &random))
      let solver = try #require(ProcrustesSolver(sources: sources, weights: weights))
      #expect(solver.indices == weights.indices.filter { weights[$0] > 0 })
      let found = try #require(solver.solve(solver.indices.map { expected(sources[$0]) }))
      worst = max(
        worst, Self.difference(found.columns, expected.columns) / scale,
        Self.difference([found.translation], [expected.translation]) / 30, abs(found.scale - scale) / scale)
    }
    print("Procrustes: largest relative difference \(worst)")
    #expect(worst < 1e-5)
  }

  @Test("Mirrored points are never met by a reflection")
  func reflection() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<100 {
      let sources = (0..<8).map { _ in SIMD3<Float>.random(in: -1...1, using: &random) }
      let solver = try #require(ProcrustesSolver(sources: sources, weights: Array(repeating: 1, count: 8)))
      let found = try #require(solver.solve(sources.map { $0 * SIMD3(-1, 1, 1) }))
      let (a, b, c) = (found.columns[0], found.columns[1], found.columns[2])
      var determinant = (a.y * b.z - a.z * b.y) * c.x
      determinant += (a.z * b.x - a.x * b.z) * c.y
      determinant += (a.x * b.y - a.y * b.x) * c.z
      // A negative scale, the best where nothing but a reflection fits, turns three axes.
      #expect(abs(abs(determinant) - found.scale * found.scale * found.scale) < 1e-4)
    }
  }

  @Test("The nearest rotation is orthogonal, also where points are in a plane")
  func nearestRotation() throws {
    var random = SeededGenerator(seed: 1)
    for index in 0..<300 {
      var matrix = (0..<3).map { _ in SIMD3<Float>.random(in: -1...1, using: &random) }
      if index % 3 == 0 { matrix[2] = matrix[0] * 0.25 - matrix[1] }
      if index % 3 == 1 { matrix = matrix.map { $0 * 1e6 } }
      let found = try #require(ProcrustesSolver.nearestRotation(to: matrix))
      for a in 0..<3 {
        for b in 0..<3 { #expect(abs((found[a] * found[b]).sum() - (a == b ? 1 : 0)) < 1e-6) }
      }
    }
    let rotation = Self.rotation(SIMD3(0.3, -1.2, 2))
    let same = try #require(ProcrustesSolver.nearestRotation(to: rotation.map { $0 * 7 }))
    #expect(Self.difference(same, rotation) < 1e-6)
  }

  @Test("Points without an extent have no answer")
  func degenerate() throws {
    let points = (0..<5).map { SIMD3<Float>(Float($0), 2 * Float($0), 0) }
    #expect(ProcrustesSolver(sources: Array(repeating: SIMD3(1, 2, 3), count: 5), weights: [1, 1, 1, 1, 1]) == nil)
    #expect(ProcrustesSolver(sources: points, weights: [0, 0, 0, 0, 0]) == nil)
    let line = try #require(ProcrustesSolver(sources: points, weights: [1, 1, 1, 1, 1]))
    #expect(line.solve(points) == nil)
    let solver = try #require(
      ProcrustesSolver(sources: [SIMD3(0, 0, 0), SIMD3(1, 0, 0), SIMD3(0, 1, 1)], weights: [1, 1, 1]))
    #expect(solver.solve([.zero, .zero, .zero]) == nil)
    #expect(solver.solve([.zero, SIMD3(.nan, 0, 0), .zero]) == nil)
    #expect(solver.solve([.zero, SIMD3(.infinity, 0, 0), .zero]) == nil)
  }

  @Test("A face in one place has no pose, and neither have too few or endless landmarks")
  func faces() throws {
    var random = SeededGenerator(seed: 3)
    let canonical = (0..<6).map { _ in SIMD3<Float>.random(in: -8...8, using: &random) }
    let geometry = try #require(FaceGeometry(canonical: canonical, weights: [1, 1, 1, 1, 1, 0]))
    let size = ImageSize(width: 640, height: 480)
    let landmarks = (0..<6).map { _ in SIMD3<Float>.random(in: 0.3...0.6, using: &random) }
    let matrix = try #require(geometry.matrix(of: landmarks, in: size))
    #expect(matrix.count == 16 && matrix.suffix(4) == [0, 0, 0, 1])
    #expect(geometry.matrix(of: Array(landmarks.dropLast()), in: size) == nil)
    #expect(geometry.matrix(of: landmarks.map { $0 * 1e-4 + 0.5 }, in: size) == nil)
    #expect(geometry.matrix(of: landmarks.map { $0 * .infinity }, in: size) == nil)
    #expect(FaceGeometry(canonical: canonical, weights: [0, 0, 0, 0, 0, 0]) == nil)
  }
}
