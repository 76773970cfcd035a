import Foundation

/// Numbers in the format of the guides' example output.
enum NumberText {
  /// A score with five decimals: `0.98396`.
  static func score(_ value: Float) -> String { String(format: "%.5f", Double(value)) }

  /// A coordinate with six decimals, or with an exponent below 1e-4: `-3.41E-7`.
  static func coordinate(_ value: Float) -> String {
    guard value != 0, abs(value) < 1e-4, value.isFinite else { return String(format: "%.6f", Double(value)) }
    let exponent = Int(log10(Double(abs(value))).rounded(.down))
    return String(format: "%.2f", Double(value) / pow(10, Double(exponent))) + "E\(exponent)"
  }
}
