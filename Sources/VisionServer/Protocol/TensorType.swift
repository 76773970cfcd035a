/// The data types of the Open Inference Protocol that the server uses.
package enum TensorType: String, Codable, Sendable, CaseIterable {
  case uint8 = "UINT8"
  case int32 = "INT32"
  case int64 = "INT64"
  case float32 = "FP32"
  case bytes = "BYTES"

  /// The size of an element in the binary form; nil for elements of different sizes.
  var byteCount: Int? {
    switch self {
    case .uint8: 1
    case .int32, .float32: 4
    case .int64: 8
    case .bytes: nil
    }
  }
}

/// A tensor's name, type and shape, known without a request; -1 in a shape stands for any size.
package struct TensorSpec: Codable, Sendable, Hashable {
  package let name: String
  package let datatype: TensorType
  package let shape: [Int]

  package init(_ name: String, _ datatype: TensorType, _ shape: [Int]) {
    self.name = name
    self.datatype = datatype
    self.shape = shape
  }
}

/// The two inputs of every model, of which a request has one.
package enum InputSpec {
  /// Image files: JPEG, PNG and the others that the command reads.
  package static let images = TensorSpec("images", .bytes, [-1])
  /// RGB pixels: images, rows, columns, channels.
  package static let pixels = TensorSpec("pixels", .uint8, [-1, -1, -1, 3])
  package static let all = [images, pixels]
}
