import VisionImaging

extension Mask {
  /// The mean of all pixels.
  package var mean: Float {
    let values = float32Data
    var sum = 0.0
    for index in 0..<width * height { sum += Double(values[index]) }
    return Float(sum / Double(width * height))
  }

  /// Box averages over 64 x 64 cells, pixels weighted by their part inside a cell.
  package var grid64: [Float] {
    let values = float32Data
    let columns = Self.shares(width)
    let rows = Self.shares(height)
    var grid = [Double](repeating: 0, count: 64 * 64)
    for y in 0..<height {
      var line = [Double](repeating: 0, count: 64)
      for x in 0..<width {
        for (cell, share) in columns[x] { line[cell] += share * Double(values[y * width + x]) }
      }
      for (cell, share) in rows[y] { for x in 0..<64 { grid[cell * 64 + x] += share * line[x] } }
    }
    return grid.map(Float.init)
  }

  /// For each pixel the cells it lies in and its part of their area.
  private static func shares(_ size: Int) -> [[(Int, Double)]] {
    (0..<size).map { pixel in
      let first = pixel * 64 / size
      return (first...min(63, (pixel + 1) * 64 / size)).compactMap { cell in
        let low = max(Double(cell) * Double(size) / 64, Double(pixel))
        let high = min(Double(cell + 1) * Double(size) / 64, Double(pixel + 1))
        return high > low ? (cell, (high - low) * 64 / Double(size)) : nil
      }
    }
  }
}
