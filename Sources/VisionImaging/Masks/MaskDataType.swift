/// The element type of the values of a `Mask`.
public enum MaskDataType: UInt, Sendable, CaseIterable {
  /// Bytes, 0...255.
  case uInt8 = 0
  /// Floats, usually 0...1.
  case float32 = 1
}
