import VisionCore

package enum TensorType: String, Codable, Sendable, CaseIterable {
  case uint8 = "UINT8"
  case int32 = "INT32"
  case int64 = "INT64"
  case float32 = "FP32"
  case bytes = "BYTES"

  /// The size of an element in the binary form; nil for elements of different sizes.
  package var byteCount: Int? {
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
    (self.name, self.datatype, self.shape) = (name, datatype, shape)
  }

  /// A key of JSON as a tensor's name: `worldLandmarks` is `world_landmarks`.
  static func name(of key: String) -> String { key.words(separatedBy: "_") }
}

package struct TensorRequest: Sendable {
  package let sizes: [(width: Int, height: Int)]
  /// Takes the memory of a large tensor, in bytes, before it is made; throws where there is none.
  package let reserve: @Sendable (_ bytes: Int) throws -> Void
  package let isWanted: @Sendable (String) -> Bool

  package init(
    sizes: [(width: Int, height: Int)], reserve: @escaping @Sendable (_ bytes: Int) throws -> Void,
    isWanted: @escaping @Sendable (String) -> Bool
  ) { (self.sizes, self.reserve, self.isWanted) = (sizes, reserve, isWanted) }
}

/// An output tensor. Its first size is the number of images, the second one the maximum number of their subjects.
package struct OutputTensor: Sendable, Hashable {
  package enum Values: Sendable, Hashable {
    case uint8([UInt8])
    case int32([Int32])
    case int64([Int64])
    case float32([Float])
    case texts([String])

    package var type: TensorType {
      switch self {
      case .uint8: .uint8
      case .int32: .int32
      case .int64: .int64
      case .float32: .float32
      case .texts: .bytes
      }
    }

    package var count: Int {
      switch self {
      case .uint8(let values): values.count
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
    (self.name, self.shape, self.values) = (name, shape, values)
  }
}

/// Tensors with a row for each subject of each image. Subjects that an image lacks and rows that are too short are
/// padded: with zeros, empty texts, or -1 for indices and IDs.
extension OutputTensor {
  static func floats(_ name: String, _ images: [[[Float]]], row: [Int] = []) -> OutputTensor {
    padded(name, images, row, 0, Values.float32)
  }

  static func integers(_ name: String, _ images: [[[Int32]]], row: [Int] = [], padding: Int32) -> OutputTensor {
    padded(name, images, row, padding, Values.int32)
  }

  static func identifiers(_ name: String, _ images: [[[Int64]]]) -> OutputTensor {
    padded(name, images, [], -1, Values.int64)
  }

  static func texts(_ name: String, _ images: [[[String]]], row: [Int] = []) -> OutputTensor {
    padded(name, images, row, "", Values.texts)
  }

  private static func padded<Element>(
    _ name: String, _ images: [[[Element]]], _ row: [Int], _ padding: Element, _ values: ([Element]) -> Values
  ) -> OutputTensor {
    let subjects = images.map(\.count).max() ?? 0
    let rowCount = row.reduce(1, *)
    var elements: [Element] = []
    elements.reserveCapacity(images.count * subjects * rowCount)
    for rows in images {
      for subject in 0..<subjects {
        let present = subject < rows.count ? rows[subject].prefix(rowCount) : []
        elements += present
        elements += repeatElement(padding, count: rowCount - present.count)
      }
    }
    return OutputTensor(name, shape: [images.count, subjects] + row, values(elements))
  }
}
