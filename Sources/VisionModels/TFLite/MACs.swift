/// The MACs (multiply-accumulate operations) of an inference, in convolutions and fully connected layers, which are
/// nearly all arithmetic.
public struct MACs: Sendable, Hashable, Codable {
  /// MACs in floating point.
  public var float: Int
  /// MACs in 8-bit integers.
  public var byte: Int

  /// - Parameters:
  ///   - float: MACs in floating point.
  ///   - byte: MACs in 8-bit integers.
  public init(float: Int = 0, byte: Int = 0) {
    self.float = float
    self.byte = byte
  }

  package static func += (sum: inout MACs, more: MACs) {
    sum.float += more.float
    sum.byte += more.byte
  }
}
