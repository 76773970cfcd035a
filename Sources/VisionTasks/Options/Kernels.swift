/// Which kernels compute a model's convolutions.
///
/// Results differ by rounding at most: the kernels of this package add in the runtime's order.
public enum Kernels: String, Sendable, CaseIterable, Codable {
  /// The kernels of this package where they are faster than the runtime's, else the runtime's; the default.
  case automatic
  /// The runtime's kernels only.
  case off
  /// The kernels of this package wherever they support a convolution, even where they are slower than the runtime's: without
  /// the vector instructions that they are written for, and in debug builds. For tests and comparisons.
  case always
}
