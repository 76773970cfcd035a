/// How a pixel buffer's memory is to be used while it is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
  /// Apple's number of the flags.
  public let rawValue: UInt64

  /// Makes flags from their number.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The memory is only read. Lock and unlock are given the same flags.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}
