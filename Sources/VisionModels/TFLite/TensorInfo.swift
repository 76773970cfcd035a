/// The description of a tensor.
public struct TensorInfo: Sendable, Hashable {
  /// The tensor's name, empty when it has none.
  public let name: String
  /// The size of each dimension; empty for a single number and for a shape known only at run time.
  public let shape: [Int]
  /// The type of the elements.
  public let elementType: TensorElementType
  /// The quantization; nil without one.
  public let quantization: TensorQuantization?

  package init(name: String, shape: [Int], elementType: TensorElementType, quantization: TensorQuantization?) {
    self.name = name
    self.shape = shape
    self.elementType = elementType
    self.quantization = quantization
  }
}
