import Foundation
import VisionImaging

/// Reads a landmark model's output. Source: MediaPipe's `TensorsToLandmarksCalculator`.
package struct LandmarkDecoder: Sendable {
  /// The divisor of x and y: the size of the model's input in pixels.
  package let inputSize: Float
  /// The second divisor of z.
  package let zScale: Float

  package init(inputSize: Float, zScale: Float) { (self.inputSize, self.zScale) = (inputSize, zScale) }

  /// The landmarks in fractions of the crop, one for each three raw values.
  package func decode(_ raw: UnsafeBufferPointer<Float>, into landmarks: inout [SIMD3<Float>]) {
    landmarks.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: raw.count - 2, by: 3) {
      landmarks.append(SIMD3(raw[start] / inputSize, raw[start + 1] / inputSize, raw[start + 2] / inputSize / zScale))
    }
  }
}

/// Projects landmarks from a region's crop to the image. The rectangle is square in pixels, so rotation in normalized
/// units is right. Source: MediaPipe's `LandmarkProjectionCalculator` and `WorldLandmarkProjectionCalculator`.
package struct LandmarkProjection: Sendable {
  private let rect: RotatedRegion
  private let cosine, sine: Float

  package init(from rect: RotatedRegion) {
    self.rect = rect
    (cosine, sine) = rect.rotation.cosineAndSine
  }

  /// From fractions of the crop to fractions of the image; z is scaled by the rectangle's width.
  package func project(_ landmark: SIMD3<Float>) -> SIMD3<Float> {
    let (x, y) = (landmark.x - 0.5, landmark.y - 0.5)
    return SIMD3(
      (cosine * x - sine * y) * rect.width + rect.xCenter, (sine * x + cosine * y) * rect.height + rect.yCenter,
      landmark.z * rect.width)
  }

  /// World landmarks (metres), rotated from the crop's axes to the image's.
  package func projectWorld(_ landmark: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(cosine * landmark.x - sine * landmark.y, sine * landmark.x + cosine * landmark.y, landmark.z)
  }
}

/// The bounding box of points. As in MediaPipe, maxima start from the smallest positive number: of negative coordinates
/// only, the maximum is about 0. Results beyond the left and upper edge depend on it.
package struct LandmarkBounds: Sendable {
  package private(set) var low = SIMD2<Float>(repeating: .greatestFiniteMagnitude)
  package private(set) var high = SIMD2<Float>(repeating: .leastNormalMagnitude)

  package init() {}

  package mutating func include(_ point: SIMD2<Float>) {
    low = pointwiseMin(low, point)
    high = pointwiseMax(high, point)
  }

  package var center: SIMD2<Float> { (high + low) / 2 }
  package var size: SIMD2<Float> { high - low }
}

/// Moves landmarks to the centre of mass of their heatmap's surroundings. Only x and y move; the cell is found by
/// truncation, and the result is in cell positions without a half.
/// Source: MediaPipe's `RefineLandmarksFromHeatmapCalculator`.
package struct HeatmapRefinement: Sendable {
  package let size: Int
  /// The window's width and height in cells; odd.
  package let kernelSize: Int
  /// A window whose best cell scores less is left alone.
  package let minimumScore: Float

  package init(size: Int, kernelSize: Int, minimumScore: Float) {
    (self.size, self.kernelSize, self.minimumScore) = (size, kernelSize, minimumScore)
  }

  /// Refines landmarks in fractions of the crop. `heatmap` holds size x size x landmarks logits, row after row.
  package func refine(_ landmarks: inout [SIMD3<Float>], heatmap: UnsafeBufferPointer<Float>) {
    guard heatmap.count >= size * size * landmarks.count else { return }
    for index in landmarks.indices {
      guard let center = centerOfMass(index, of: landmarks.count, around: landmarks[index], heatmap) else { continue }
      landmarks[index].x = center.x
      landmarks[index].y = center.y
    }
  }

  private func centerOfMass(
    _ index: Int, of count: Int, around landmark: SIMD3<Float>, _ heatmap: UnsafeBufferPointer<Float>
  ) -> SIMD2<Float>? {
    guard let column = cell(landmark.x), let row = cell(landmark.y) else { return nil }
    let reach = (kernelSize - 1) / 2
    // In single precision and this order, as MediaPipe: the last bits move the region of the next frame.
    var (sum, weightedX, weightedY, best) = (Float(0), Float(0), Float(0), Float(0))
    for y in max(0, row - reach)..<min(size, row + reach + 1) {
      for x in max(0, column - reach)..<min(size, column + reach + 1) {
        let score = Sigmoid.probability(logit: heatmap[(y * size + x) * count + index])
        best = max(best, score)
        sum += score
        weightedX += Float(x) * score
        weightedY += Float(y) * score
      }
    }
    guard best >= minimumScore, sum > 0 else { return nil }
    return SIMD2(weightedX / Float(size) / sum, weightedY / Float(size) / sum)
  }

  /// The cell of a coordinate, truncated; nil outside the map.
  private func cell(_ coordinate: Float) -> Int? {
    let position = (coordinate * Float(size)).rounded(.towardZero)
    guard position >= 0, position < Float(size) else { return nil }
    return Int(position)
  }
}

/// The gesture embedder's input: 21 landmarks, normalized for position, rotation and size. Source: MediaPipe's
/// `LandmarksToMatrixCalculator` as the gesture recognizer sets it.
package struct HandFeatures: Sendable {
  private let aspect: SIMD2<Float>
  private let cosine, sine: Float

  /// The rotation is that of the whole image in radians (`RotatedRegion(coveringImageOf:rotationDegrees:)`).
  package init(imageSize: ImageSize, rotation: Float) {
    let longSide = max(imageSize.width, imageSize.height)
    aspect = SIMD2(imageSize.width / longSide, imageSize.height / longSide)
    (cosine, sine) = (-rotation).cosineAndSine
  }

  /// Writes 21 x 3 values of landmarks in fractions of the image.
  package func writeScreen(_ landmarks: [SIMD3<Float>], to matrix: UnsafeMutableBufferPointer<Float>) {
    write(landmarks, to: matrix) { landmark in
      SIMD3((landmark.x - 0.5) * aspect.x + 0.5, (landmark.y - 0.5) * aspect.y + 0.5, landmark.z)
    }
  }

  package func writeWorld(_ landmarks: [SIMD3<Float>], to matrix: UnsafeMutableBufferPointer<Float>) {
    write(landmarks, to: matrix) { $0 }
  }

  private func write(
    _ landmarks: [SIMD3<Float>], to matrix: UnsafeMutableBufferPointer<Float>, _ scaled: (SIMD3<Float>) -> SIMD3<Float>
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
    let (x, y) = (landmark.x - 0.5, landmark.y - 0.5)
    return SIMD3(x * cosine - y * sine + 0.5, y * cosine + x * sine + 0.5, landmark.z)
  }
}
