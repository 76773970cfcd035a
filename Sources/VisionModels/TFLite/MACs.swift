/// The MACs of a model's run: the arithmetic of its convolutions and fully connected layers, which is nearly all it does.
public struct MACs: Sendable, Hashable, Codable {
  /// Those of floating-point numbers.
  public var float: Int
  /// Those of 8-bit whole numbers.
  public var byte: Int

  /// - Parameters:
  ///   - float: Those of floating-point numbers.
  ///   - byte: Those of 8-bit whole numbers.
  public init(float: Int = 0, byte: Int = 0) {
    self.float = float
    self.byte = byte
  }

  package static func += (sum: inout MACs, more: MACs) {
    sum.float += more.float
    sum.byte += more.byte
  }
}
