import VisionCore

/// Two shapes made one: missing outer dimensions and those of the size 1 are repeated.
struct Broadcast {
  /// The shape of the result.
  let shape: [Int]
  private let first: [Int]
  private let second: [Int]

  /// - Throws: `TasksError` with `unimplementedError` for shapes that do not go together.
  init(_ call: OperatorCall, _ first: [Int], _ second: [Int]) throws(TasksError) {
    let rank = max(first.count, second.count)
    self.first = Array(repeating: 1, count: rank - first.count) + first
    self.second = Array(repeating: 1, count: rank - second.count) + second
    var shape: [Int] = []
    for (a, b) in zip(self.first, self.second) {
      guard a == b || a == 1 || b == 1 else { throw call.unsupported("of the shapes \(first) and \(second)") }
      shape.append(max(a, b))
    }
    self.shape = shape
  }

  /// The results of a function for each pair of elements.
  func combine(_ a: [Double], _ b: [Double], _ combined: (Double, Double) -> Double) -> [Double] {
    let (inFirst, inSecond) = (steps(first), steps(second))
    return ShapeWalk.map(shape, steps: [inFirst, inSecond]) { places in combined(a[places[0]], b[places[1]]) }
  }

  /// The distances between neighbours of the result in one of the two: 0 along what is repeated.
  private func steps(_ extents: [Int]) -> [Int] { zip(extents, extents.strides).map { $0 == 1 ? 0 : $1 } }
}

/// A walk over all places of a shape, the last dimension first.
enum ShapeWalk {
  /// The results of a function for every place of a shape.
  ///
  /// - Parameters:
  ///   - shape: The extents.
  ///   - steps: For each tensor that is read, how far its places are apart along each dimension.
  ///   - starts: The place of each tensor to begin with; 0 when left out.
  ///   - result: Called with the place in each tensor.
  /// - Returns: The results in the order of the walk.
  static func map(
    _ shape: [Int], steps: [[Int]], starts: [Int]? = nil, _ result: (UnsafeMutablePointer<Int>) -> Double
  ) -> [Double] {
    let count = shape.elementCount
    var places = starts ?? [Int](repeating: 0, count: steps.count)
    var index = [Int](repeating: 0, count: shape.count)
    return [Double](unsafeUninitializedCapacity: count) { results, initializedCount in
      places.withUnsafeMutableBufferPointer { places in
        guard let address = places.baseAddress else { return }
        for place in 0..<count {
          results.initializeElement(at: place, to: result(address))
          var axis = shape.count - 1
          while axis >= 0 {
            index[axis] += 1
            for tensor in steps.indices { places[tensor] += steps[tensor][axis] }
            if index[axis] < shape[axis] { break }
            for tensor in steps.indices { places[tensor] -= steps[tensor][axis] * shape[axis] }
            index[axis] = 0
            axis -= 1
          }
        }
      }
      initializedCount = count
    }
  }
}
