/// An output tensor.
package struct OutputTensor: Sendable, Hashable {
  /// The elements in row-major order.
  package enum Values: Sendable, Hashable {
    case int32([Int32])
    case int64([Int64])
    case float32([Float])
    case texts([String])

    /// The data type.
    package var type: TensorType {
      switch self {
      case .int32: .int32
      case .int64: .int64
      case .float32: .float32
      case .texts: .bytes
      }
    }

    /// The number of elements.
    package var count: Int {
      switch self {
      case .int32(let values): values.count
      case .int64(let values): values.count
      case .float32(let values): values.count
      case .texts(let values): values.count
      }
    }
  }

  package let name: String
  package let shape: [Int]
  package let values: Values

  package init(_ name: String, shape: [Int], _ values: Values) {
    self.name = name
    self.shape = shape
    self.values = values
  }
}
