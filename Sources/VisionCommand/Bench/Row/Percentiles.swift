extension Array where Element == Double {
  /// The value below which the given share of the values lies (nearest rank); 0 when there is none.
  func percentile(_ share: Double) -> Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return sorted[Swift.min(Int(Double(count) * share), count - 1)]
  }

  /// The middle value; 0 when there is none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return count % 2 == 1 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2
  }
}

extension Duration {
  /// The length in milliseconds.
  var milliseconds: Double {
    Double(components.seconds) * 1e3 + Double(components.attoseconds) * 1e-15
  }
}
