/// The conversion of bytes to a floating-point input: `(byte - mean) / standardDeviation`.
public struct Normalization: Sendable, Hashable {
  /// One mean for all channels, or one for each channel; never empty.
  public let mean: [Float]
  /// As many standard deviations as means. They may be zero: check before dividing.
  public let standardDeviation: [Float]
}
