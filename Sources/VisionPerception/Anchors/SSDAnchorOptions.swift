/// The grid of reference points of a single-shot detector whose anchors all have the size 1 (palm and pose detection).
///
/// Source: MediaPipe's `SsdAnchorsCalculator` with `fixed_anchor_size`. With a fixed size the scales of its layers do not
/// matter: each layer puts two anchors (aspect ratio 1 and the interpolated scale) into every cell, and layers with the same
/// stride share one grid.
package struct SSDAnchorOptions: Sendable, Hashable {
  /// The width and height of the detector's input, in pixels.
  package var inputSize: Int
  /// The stride of each layer, in pixels of the input.
  package var strides: [Int]

  package init(inputSize: Int, strides: [Int]) {
    self.inputSize = inputSize
    self.strides = strides
  }

  /// The palm detector of the hand tasks: 192 x 192, 2016 anchors.
  package static let palm = SSDAnchorOptions(inputSize: 192, strides: [8, 16, 16, 16])

  /// The detector of the pose tasks: 224 x 224, 2254 anchors.
  package static let pose = SSDAnchorOptions(inputSize: 224, strides: [8, 16, 32, 32, 32])

  /// The anchors' centres in fractions of the input: grid after grid, row by row, column by column, anchor by anchor.
  package func anchorCenters() -> [SIMD2<Float>] {
    var centers: [SIMD2<Float>] = []
    var layer = 0
    while layer < strides.count {
      let layersOfGrid = strides[layer...].prefix { $0 == strides[layer] }.count
      let cells = (inputSize + strides[layer] - 1) / strides[layer]
      for row in 0..<cells {
        for column in 0..<cells {
          let center = SIMD2((Float(column) + 0.5) / Float(cells), (Float(row) + 0.5) / Float(cells))
          centers.append(contentsOf: repeatElement(center, count: 2 * layersOfGrid))
        }
      }
      layer += layersOfGrid
    }
    return centers
  }
}
