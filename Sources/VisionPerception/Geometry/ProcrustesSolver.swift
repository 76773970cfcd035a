import Foundation

/// A rotation and scale, followed by a translation.
package struct Similarity: Sendable, Hashable {
  /// The columns of the rotation times the scale.
  package let columns: [SIMD3<Float>]
  package let translation: SIMD3<Float>

  package func callAsFunction(_ point: SIMD3<Float>) -> SIMD3<Float> {
    columns[0] * point.x + columns[1] * point.y + columns[2] * point.z + translation
  }

  /// The scale: the length of a column.
  package var scale: Float { (columns[0] * columns[0]).sum().squareRoot() }
}

/// Finds the rotation, scale and translation that bring points closest to other points: weighted orthogonal Procrustes.
/// Source: Akca, "Generalized Procrustes analysis and its applications in photogrammetry" (2003), as MediaPipe's
/// `FloatPrecisionProcrustesSolver` computes it: in single precision, and never a reflection.
package struct ProcrustesSolver: Sendable {
  /// The indices of the points with a weight.
  package let indices: [Int]
  private let roots: [Float]
  private let sources, centered: [SIMD3<Float>]
  private let totalWeight, extent: Float

  /// Takes the points to move and their weights, which are not negative. Nil when all weighted points are in one place.
  package init?(sources: [SIMD3<Float>], weights: [Float]) {
    indices = zip(sources.indices, weights).filter { $1 > 0 }.map(\.0)
    roots = indices.map { weights[$0].squareRoot() }
    self.sources = zip(indices, roots).map { index, root in sources[index] * root }
    totalWeight = roots.reduce(0) { sum, root in sum + root * root }
    let sum = zip(self.sources, roots).reduce(SIMD3<Float>.zero) { sum, point in sum + point.0 * point.1 }
    let center = sum / totalWeight
    centered = zip(self.sources, roots).map { source, root in source - center * root }
    extent = Self.product(centered, self.sources)
    guard totalWeight.isFinite, extent.isFinite, extent > 1e-9 else { return nil }
  }

  /// Moves the sources to `targets`, the points of `indices`. Nil when these are in one place, on a line or not finite.
  package func solve(_ targets: [SIMD3<Float>]) -> Similarity? {
    let weighted = zip(targets, roots).map { target, root in target * root }
    var design = [SIMD3<Float>](repeating: .zero, count: 3)
    for (target, source) in zip(weighted, centered) {
      for column in 0..<3 { design[column] += target * source[column] }
    }
    guard let rotation = Self.nearestRotation(to: design) else { return nil }
    let turned = Similarity(columns: rotation, translation: .zero)
    let scale = Self.product(centered.map(turned.callAsFunction), weighted) / extent
    let scaled = Similarity(columns: rotation.map { $0 * scale }, translation: .zero)
    var translation = SIMD3<Float>.zero
    for index in sources.indices { translation += (weighted[index] - scaled(sources[index])) * roots[index] }
    return Similarity(columns: scaled.columns, translation: translation / totalWeight)
  }

  private static func product(_ first: [SIMD3<Float>], _ second: [SIMD3<Float>]) -> Float {
    zip(first, second).reduce(Float(0)) { sum, pair in sum + (pair.0 * pair.1).sum() }
  }

  /// The rotation closest to a matrix, both as columns: U · V of its singular value decomposition U · Σ · V, with the
  /// last axis such that nothing is mirrored. Nil when a second singular value is zero or a number is not finite.
  /// Source: one-sided Jacobi rotations (Hestenes 1958), in double precision.
  package static func nearestRotation(to matrix: [SIMD3<Float>]) -> [SIMD3<Float>]? {
    var left = matrix.map { SIMD3<Double>($0) }
    var right: [SIMD3<Double>] = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    // Converges quadratically: about five sweeps.
    for _ in 0..<30 {
      var isDone = true
      for (p, q) in [(0, 1), (0, 2), (1, 2)] {
        let (alpha, beta, gamma) = (left[p].dot(left[p]), left[q].dot(left[q]), left[p].dot(left[q]))
        guard gamma * gamma > 1e-32 * alpha * beta else { continue }
        isDone = false
        let zeta = (beta - alpha) / (2 * gamma)
        let tangent = Double(signOf: zeta, magnitudeOf: 1 / (abs(zeta) + (1 + zeta * zeta).squareRoot()))
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = cosine * tangent
        (left[p], left[q]) = (left[p] * cosine - left[q] * sine, left[p] * sine + left[q] * cosine)
        (right[p], right[q]) = (right[p] * cosine - right[q] * sine, right[p] * sine + right[q] * cosine)
      }
      if isDone { break }
    }
    let lengths = left.map { $0.dot($0).squareRoot() }
    let order = [0, 1, 2].sorted { lengths[$0] > lengths[$1] }
    guard lengths.allSatisfy(\.isFinite), lengths[order[1]] > max(1e-9, 1e-7 * lengths[order[0]]) else { return nil }
    let u = order.prefix(2).map { left[$0] / lengths[$0] }
    let v = order.prefix(2).map { right[$0] }
    let (third, thirdRight) = (u[0].cross(u[1]), v[0].cross(v[1]))
    return (0..<3).map { (column: Int) -> SIMD3<Float> in
      var sum = u[0] * v[0][column]
      sum += u[1] * v[1][column]
      sum += third * thirdRight[column]
      return SIMD3<Float>(sum)
    }
  }
}

extension SIMD3<Double> {
  fileprivate func dot(_ other: Self) -> Double { (self * other).sum() }

  fileprivate func cross(_ other: Self) -> Self {
    Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }
}
