import VisionCore

extension OperatorTable {
  /// RESIZE_BILINEAR of floats, RESIZE_NEAREST_NEIGHBOR of any type.
  static let resizing: [String: Kernel] = [
    "RESIZE_BILINEAR": { call throws(TasksError) in [try resizeBilinear(call)] },
    "RESIZE_NEAREST_NEIGHBOR": { call throws(TasksError) in [try resizeNearest(call)] },
  ]

  /// Rows, columns and the four weights as in `reference/resize_bilinear.h`, in double precision.
  private static func resizeBilinear(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let (data, size) = (try call.input(0), try call.integers(1))
    guard data.elementType == .float32, data.shape.count == 4, size.count == 2 else {
      throw call.unsupported("of \(data.shape) of \(data.elementType)")
    }
    let (aligns, halves) = (try call.options.byte(2) != 0, try call.options.byte(3) != 0)
    let rows = blends(from: data.shape[1], to: size[0], aligns: aligns, halves: halves)
    let columns = blends(from: data.shape[2], to: size[1], aligns: aligns, halves: halves)
    let depth = data.shape[3]
    var results: [Double] = []
    results.reserveCapacity(data.shape[0] * size[0] * size[1] * depth)
    for batch in 0..<data.shape[0] {
      for row in rows {
        let (above, below) = (
          (batch * data.shape[1] + row.first) * data.shape[2], (batch * data.shape[1] + row.second) * data.shape[2]
        )
        for column in columns {
          for channel in 0..<depth {
            func number(_ row: Int, _ column: Int) -> Double { data.numbers[(row + column) * depth + channel] }
            let top = number(above, column.first) * (1 - column.part) + number(above, column.second) * column.part
            let bottom = number(below, column.first) * (1 - column.part) + number(below, column.second) * column.part
            results.append(top * (1 - row.part) + bottom * row.part)
          }
        }
      }
    }
    return try call.result(results, shape: [data.shape[0], size[0], size[1], depth])
  }

  /// The two places that each place of a result is between, and the part of the second.
  private static func blends(
    from input: Int, to output: Int, aligns: Bool, halves: Bool
  ) -> [(first: Int, second: Int, part: Double)] {
    let scale =
      aligns && output > 1 ? Double(input - 1) / Double(output - 1) : Double(input) / Double(output)
    return (0..<output).map { place in
      let exact = halves ? (Double(place) + 0.5) * scale - 0.5 : Double(place) * scale
      let position = min(max(exact, 0), Double(input - 1))
      let first = Int(position)
      return (first, min(first + 1, input - 1), position - Double(first))
    }
  }

  /// The scale is a float32 as in `reference/resize_nearest_neighbor.h`, for its rounding decides between two neighbours.
  private static func resizeNearest(_ call: OperatorCall) throws(TasksError) -> ReferenceTensor {
    let (data, size) = (try call.input(0), try call.integers(1))
    guard data.shape.count == 4, size.count == 2, try call.options.byte(0) == 0, try call.options.byte(1) == 0 else {
      throw call.unsupported("of \(data.shape) with aligned corners or half pixels")
    }
    func places(_ input: Int, _ output: Int) -> [Int] {
      let scale = Float(input) / Float(output)
      return (0..<output).map { min(Int((Float($0) * scale).rounded(.down)), input - 1) }
    }
    let (rows, columns) = (places(data.shape[1], size[0]), places(data.shape[2], size[1]))
    let depth = data.shape[3]
    var results: [Double] = []
    results.reserveCapacity(data.shape[0] * size[0] * size[1] * depth)
    for batch in 0..<data.shape[0] {
      for row in rows {
        for column in columns {
          let start = ((batch * data.shape[1] + row) * data.shape[2] + column) * depth
          results += data.numbers[start..<start + depth]
        }
      }
    }
    return try call.result(results, shape: [data.shape[0], size[0], size[1], depth])
  }
}
