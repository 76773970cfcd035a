/// How far two tensors are apart.
struct Difference {
  /// The largest distance of two elements, in parts of the range that the expected ones cover.
  private(set) var relative = 0.0
  /// The largest distance of two elements.
  private(set) var largest = 0.0
  /// The number of elements that differ.
  private(set) var count = 0

  /// - Parameters:
  ///   - found: The elements.
  ///   - expected: What they should be. Fewer or more are infinitely far away.
  ///   - range: The smallest range that they may be said to cover.
  init(_ found: [Double], _ expected: [Double], range: Double = 0) {
    guard found.count == expected.count else {
      (relative, largest, count) = (.infinity, .infinity, max(found.count, expected.count))
      return
    }
    // 0 is part of the range: a single number is its own range.
    var (least, most) = (0.0, 0.0)
    for (a, b) in zip(found, expected) {
      (least, most) = (min(least, b), max(most, b))
      guard a != b else { continue }
      count += 1
      // Not a maximum alone, which would pass over what is no number.
      largest = abs(a - b) <= largest ? largest : abs(a - b)
    }
    relative = largest == 0 ? 0 : largest / max(most - least, range)
  }
}

extension ReferenceModel {
  /// The smallest range of a tensor in comparisons: 1 for probabilities, which may be tiny, and for what only gives them another
  /// shape.
  func range(of tensor: Int) -> Double {
    guard let step = steps.first(where: { $0.tensors.contains(tensor) }), let source = step.inputs.first else {
      return 0
    }
    return switch step.name {
    case "LOGISTIC", "SOFTMAX": 1
    case "RESHAPE": range(of: source)
    default: 0
    }
  }
}
