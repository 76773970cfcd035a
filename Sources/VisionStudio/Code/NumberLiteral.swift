/// Numbers as a person writes them in code: the shortest that gives back the same 32-bit float, whole ones without a point.
enum NumberLiteral {
  static func text(_ number: Double) -> String {
    if let whole = Int(exactly: number) { return "\(whole)" }
    return "\(Float(number))"
  }
}
