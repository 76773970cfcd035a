extension BinaryFloatingPoint where Self: CustomStringConvertible {
  /// The number for messages and code: the shortest that gives back the same value, whole ones without a point, such as `2`
  /// and `0.3`.
  package var plainText: String { Int(exactly: self).map { "\($0)" } ?? description }
}
