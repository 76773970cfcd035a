import Foundation
import VisionImaging

/// The gesture embedder's input: 21 landmarks, normalized for position, rotation and size. Source: MediaPipe's
/// `LandmarksToMatrixCalculator` as the gesture recognizer sets it.
package struct HandFeatures: Sendable {
  private let aspect: SIMD2<Float>
  private let cosine, sine: Float

  /// The rotation is that of the whole image in radians (`NormalizedRect(coveringImageOf:orientation:)`).
  package init(imageSize: ImageSize, rotation: Float) {
    let longSide = max(imageSize.width, imageSize.height)
    aspect = SIMD2(imageSize.width / longSide, imageSize.height / longSide)
    cosine = Float(cos(Double(rotation)))
    sine = Float(sin(Double(-rotation)))
  }

  /// Writes 21 x 3 values of landmarks in fractions of the image.
  package func writeScreen(_ landmarks: [SIMD3<Float>], to matrix: UnsafeMutableBufferPointer<Float>) {
    write(landmarks, to: matrix) { landmark in
      SIMD3((landmark.x - 0.5) * aspect.x + 0.5, (landmark.y - 0.5) * aspect.y + 0.5, landmark.z)
    }
  }

  /// Writes 21 x 3 values of world landmarks.
  package func writeWorld(_ landmarks: [SIMD3<Float>], to matrix: UnsafeMutableBufferPointer<Float>) {
    write(landmarks, to: matrix) { $0 }
  }

  private func write(
    _ landmarks: [SIMD3<Float>], to matrix: UnsafeMutableBufferPointer<Float>,
    _ scaled: (SIMD3<Float>) -> SIMD3<Float>
  ) {
    guard let wrist = landmarks.first, matrix.count >= landmarks.count * 3 else { return }
    let origin = upright(scaled(wrist))
    var bounds = LandmarkBounds()
    for landmark in landmarks {
      let point = upright(scaled(landmark)) - origin
      bounds.include(SIMD2(point.x, point.y))
    }
    let scale = max(bounds.size.x, bounds.size.y) + 1e-5
    for (index, landmark) in landmarks.enumerated() {
      let point = (upright(scaled(landmark)) - origin) / scale
      matrix[3 * index] = point.x
      matrix[3 * index + 1] = point.y
      matrix[3 * index + 2] = point.z
    }
  }

  /// Rotated about (0.5, 0.5) by the image's rotation.
  private func upright(_ landmark: SIMD3<Float>) -> SIMD3<Float> {
    let x = landmark.x - 0.5
    let y = landmark.y - 0.5
    return SIMD3(x * cosine - y * sine + 0.5, y * cosine + x * sine + 0.5, landmark.z)
  }
}
