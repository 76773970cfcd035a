/// Reads a landmark model's output.
///
/// Source: MediaPipe's `TensorsToLandmarksCalculator`.
package struct LandmarkDecoder: Sendable {
  /// The divisor of x and y: the size of the model's input in pixels.
  package let inputSize: Float
  /// The second divisor of z.
  package let zScale: Float

  package init(inputSize: Float, zScale: Float) {
    self.inputSize = inputSize
    self.zScale = zScale
  }

  /// The landmarks in fractions of the crop, one for each three raw values.
  package func decode(_ raw: UnsafeBufferPointer<Float>, into landmarks: inout [SIMD3<Float>]) {
    landmarks.removeAll(keepingCapacity: true)
    for start in stride(from: 0, to: raw.count - 2, by: 3) {
      landmarks.append(SIMD3(raw[start] / inputSize, raw[start + 1] / inputSize, raw[start + 2] / inputSize / zScale))
    }
  }
}
