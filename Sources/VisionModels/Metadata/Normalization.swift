/// How bytes become the numbers of a floating-point input: `(byte - mean) / standardDeviation`.
public struct Normalization: Sendable, Hashable {
  /// One mean for all channels, or one a channel; never empty.
  public let mean: [Float]
  /// As many standard deviations as means. Zero is possible: whoever divides checks.
  public let standardDeviation: [Float]
}
