/// A table of costs with at least as many columns as rows, 0 where nothing else is set.
struct CostTable {
  let rows: Int
  let columns: Int
  /// Row after row.
  var costs: [Double]

  init(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    costs = Array(repeating: 0, count: rows * columns)
  }

  /// A column for each row, each used once, with the minimum sum of costs.
  ///
  /// Each row is added along the shortest augmenting path; the potentials of rows and columns keep reduced costs from
  /// becoming negative.
  func cheapestColumns() -> [Int] {
    var rowPrices = [Double](repeating: 0, count: rows)
    var columnPrices = [Double](repeating: 0, count: columns)
    var rowOfColumn = [Int](repeating: -1, count: columns)
    // A path starts at column -1.
    var previous = [Int](repeating: -1, count: columns)
    var distances = [Double](repeating: 0, count: columns)
    var isReached = [Bool](repeating: false, count: columns)
    costs.withUnsafeBufferPointer { costs in
      for start in 0..<rows {
        for column in 0..<columns {
          distances[column] = .infinity
          isReached[column] = false
          previous[column] = -1
        }
        var (row, lastColumn, free) = (start, -1, -1)
        var length = 0.0
        var path: [Int] = []
        while free < 0 {
          var (nearest, minimum) = (-1, Double.infinity)
          let offset = row * columns
          for column in 0..<columns where !isReached[column] {
            let distance = length + costs[offset + column] - rowPrices[row] - columnPrices[column]
            if distance < distances[column] {
              distances[column] = distance
              previous[column] = lastColumn
            }
            if distances[column] < minimum { (nearest, minimum) = (column, distances[column]) }
          }
          // Costs are finite and there are as many columns as rows, so one is always found.
          guard nearest >= 0 else { return }
          length = minimum
          isReached[nearest] = true
          path.append(nearest)
          if rowOfColumn[nearest] < 0 {
            free = nearest
          } else {
            (row, lastColumn) = (rowOfColumn[nearest], nearest)
          }
        }
        rowPrices[start] += length
        for column in path where column != free {
          rowPrices[rowOfColumn[column]] += length - distances[column]
          columnPrices[column] -= length - distances[column]
        }
        while previous[free] >= 0 {
          rowOfColumn[free] = rowOfColumn[previous[free]]
          free = previous[free]
        }
        rowOfColumn[free] = start
      }
    }
    var columnOfRow = [Int](repeating: 0, count: rows)
    for (column, row) in rowOfColumn.enumerated() where row >= 0 { columnOfRow[row] = column }
    return columnOfRow
  }
}
