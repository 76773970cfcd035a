/// Maximum-weight matching of rows with columns: the maximum number of allowed pairs with the largest sum of gains.
/// Source: the Hungarian method with shortest augmenting paths (Kuhn; Jonker and Volgenant). Connected components are
/// solved separately: two hundred objects, each near two or three others, cost no more than a few dozen small tables.
struct LinearAssignment: Sendable {
  struct Pair: Sendable, Hashable {
    let row, column: Int
    let gain: Double
  }

  /// The chosen pairs, in the order of their rows. A row or column is in one pair at most.
  static func solve(_ allowed: [Pair]) -> [Pair] {
    groups(of: allowed).flatMap(solveGroup).sorted { $0.row < $1.row }
  }

  private static func groups(of pairs: [Pair]) -> [[Pair]] {
    guard pairs.count > 1 else { return pairs.isEmpty ? [] : [pairs] }
    let rowCount = pairs.reduce(0) { max($0, $1.row + 1) }
    let columnCount = pairs.reduce(0) { max($0, $1.column + 1) }
    var parents = Array(0..<rowCount + columnCount)
    func root(_ node: Int) -> Int {
      var node = node
      while parents[node] != node {
        parents[node] = parents[parents[node]]
        node = parents[node]
      }
      return node
    }
    for pair in pairs { parents[root(pair.row)] = root(rowCount + pair.column) }
    var groups: [[Pair]] = []
    var groupOfRoot = [Int](repeating: -1, count: rowCount + columnCount)
    for pair in pairs {
      let root = root(pair.row)
      if groupOfRoot[root] < 0 {
        groupOfRoot[root] = groups.count
        groups.append([])
      }
      groups[groupOfRoot[root]].append(pair)
    }
    return groups
  }

  private static func solveGroup(_ pairs: [Pair]) -> [Pair] {
    if pairs.count == 1 { return pairs }
    func places(_ line: (Pair) -> Int) -> [Int: Int] {
      Dictionary(uniqueKeysWithValues: Set(pairs.map(line)).sorted().enumerated().map { ($1, $0) })
    }
    let (rows, columns) = (places(\.row), places(\.column))
    // The table has at least as many columns as rows.
    let isTransposed = rows.count > columns.count
    var table = CostTable(rows: min(rows.count, columns.count), columns: max(rows.count, columns.count))
    let gains = pairs.map(\.gain)
    let (lowest, highest) = (gains.min() ?? 0, gains.max() ?? 0)
    // No sum of gains outweighs one more pair.
    let bonus = 1 + Double(table.rows) * (highest - lowest)
    var pairAt = [Int](repeating: -1, count: table.rows * table.columns)
    for (index, pair) in pairs.enumerated() {
      guard let row = rows[pair.row], let column = columns[pair.column] else { continue }
      let place = isTransposed ? column * table.columns + row : row * table.columns + column
      table.costs[place] = -(bonus + pair.gain - lowest)
      pairAt[place] = index
    }
    return table.cheapestColumns().enumerated().compactMap { row, column in
      let index = pairAt[row * table.columns + column]
      return index < 0 ? nil : pairs[index]
    }
  }
}

/// A table of costs with at least as many columns as rows, 0 where nothing else is set.
struct CostTable {
  let rows, columns: Int
  var costs: [Double]

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    costs = Array(repeating: 0, count: rows * columns)
  }

  /// A column for each row, each used once, with the minimum sum of costs. Each row is added along the shortest
  /// augmenting path; the potentials of rows and columns keep reduced costs from becoming negative.
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
          if rowOfColumn[nearest] < 0 { free = nearest } else { (row, lastColumn) = (rowOfColumn[nearest], nearest) }
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
