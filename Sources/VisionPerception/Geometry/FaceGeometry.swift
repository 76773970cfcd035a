import Foundation
import VisionImaging

/// The pose of a face in space: where a canonical face has to be for the landmarks to be seen where they are.
/// The space is right-handed with y up, in centimetres; the camera is in the origin and looks along -z. Source:
/// MediaPipe's face geometry pipeline (`geometry_pipeline.cc`), in single precision.
package struct FaceGeometry: Sendable {
  /// The height of the camera's near plane, which is at 1: the vertical field of view is 63°.
  private static let planeHeight = 2 * Float(tan(Double(0.5 * (Float.pi / 180) * 63)))
  /// A face whose landmarks all lie this close to their mean, in fractions of the image, has no pose.
  private static let minimumRadius: Float = 1e-3

  private let landmarkCount: Int
  private let solver: ProcrustesSolver

  /// Takes the canonical face and the weight of each of its points. Nil when all weighted points are in one place.
  package init?(canonical: [SIMD3<Float>], weights: [Float]) {
    guard let solver = ProcrustesSolver(sources: canonical, weights: weights) else { return nil }
    (landmarkCount, self.solver) = (canonical.count, solver)
  }

  /// The 4 x 4 matrix from the canonical face to the camera's space, row by row; nil for landmarks that are in one
  /// place. The landmarks are in fractions of the stored image, and so are the axes: its orientation is not undone.
  package func matrix(of landmarks: [SIMD3<Float>], in size: ImageSize) -> [Float]? {
    guard landmarks.count >= landmarkCount, isExtended(landmarks[..<landmarkCount]) else { return nil }
    let width = size.width * Self.planeHeight / size.height
    let offset = landmarks[..<landmarkCount].reduce(Float(0)) { sum, point in sum + point.z * width }
    let screen = solver.indices.map { (index: Int) -> SIMD3<Float> in
      let point = landmarks[index]
      let y = (1 - point.y) * Self.planeHeight - Self.planeHeight / 2
      return SIMD3(point.x * width - width / 2, y, point.z * width)
    }
    func metric(_ scale: Float) -> [SIMD3<Float>] {
      screen.map { (point: SIMD3<Float>) -> SIMD3<Float> in
        let depth = (point.z - offset / Float(landmarkCount) + 1) / scale
        return SIMD3(point.x * depth, point.y * depth, -depth)
      }
    }
    let mirrored = SIMD3<Float>(1, 1, -1)
    guard let first = solver.solve(screen.map { $0 * mirrored })?.scale,
      let second = solver.solve(metric(first))?.scale, let pose = solver.solve(metric(first * second))
    else { return nil }
    let rows = (0..<3).map { row in pose.columns.map { $0[row] } + [pose.translation[row]] }
    return rows.flatMap { $0 } + [0, 0, 0, 1]
  }

  private func isExtended(_ landmarks: ArraySlice<SIMD3<Float>>) -> Bool {
    let center = landmarks.reduce(SIMD3<Float>.zero) { sum, point in sum + point } / Float(landmarkCount)
    return landmarks.contains { landmark in
      let (x, y) = (landmark.x - center.x, landmark.y - center.y)
      return (x * x + y * y).squareRoot() > Self.minimumRadius
    }
  }
}
