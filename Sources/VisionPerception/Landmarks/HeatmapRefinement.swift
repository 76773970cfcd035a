/// Moves landmarks to the centre of mass of their heatmap's surroundings.
///
/// Source: MediaPipe's `RefineLandmarksFromHeatmapCalculator`. Only x and y move; the cell is found by truncation, and the
/// result is in cell positions without a half.
package struct HeatmapRefinement: Sendable {
  /// The heatmap's width and height in cells.
  package let size: Int
  /// The window's width and height in cells; odd.
  package let kernelSize: Int
  /// A window whose best cell scores less is left alone.
  package let minimumScore: Float

  package init(size: Int, kernelSize: Int, minimumScore: Float) {
    self.size = size
    self.kernelSize = kernelSize
    self.minimumScore = minimumScore
  }

  /// Refines landmarks in fractions of the crop.
  ///
  /// `heatmap` holds size x size x landmarks logits, row after row.
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
    var sum: Float = 0
    var weightedX: Float = 0
    var weightedY: Float = 0
    var best: Float = 0
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
