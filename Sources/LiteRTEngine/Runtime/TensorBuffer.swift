internal import CLiteRT
import VisionCore
import VisionInference
import VisionModels

/// A host tensor as LiteRT takes it.
/// Not Sendable: it belongs to its model's caller, one inference at a time.
final class TensorBuffer {
  let tensor: HostTensor
  let handle: LiteRtTensorBuffer

  private let library: RuntimeLibrary

  init(name: String, type: LiteRtRankedTensorType, quantization: TensorQuantization?, library: RuntimeLibrary) throws {
    let tensor = try HostTensor(
      name: name, elementType: Self.elementType(of: type, name: name), shape: type.layout.shape,
      quantization: quantization)
    var type = type
    handle = try RuntimeStatus.handle("giving memory to tensor \"\(name)\"") {
      library.functions.CreateTensorBufferFromHostMemory(&type, tensor.memory, tensor.byteCount, nil, &$0)
    }
    self.tensor = tensor
    self.library = library
  }

  deinit { library.functions.DestroyTensorBuffer(handle) }

  static func size(of type: LiteRtRankedTensorType, name: String) throws(TasksError) -> (count: Int, bytes: Int) {
    try HostTensor.size(of: elementType(of: type, name: name), type.layout.shape, name: name)
  }

  private static func elementType(
    of type: LiteRtRankedTensorType, name: String
  ) throws(TasksError) -> TensorElementType {
    guard let elementType = TensorElementType(liteRTNumber: type.elementType) else {
      throw TasksError(
        .unimplementedError,
        "Tensor \"\(name)\" has elements of LiteRT's type \(type.elementType), which is not supported.")
    }
    return elementType
  }
}

extension LiteRtLayout {
  init(shape: [Int]) {
    self.init()
    rankAndFlags = UInt32(shape.count)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let dimensions = raw.bindMemory(to: Int32.self)
      for (index, dimension) in zip(dimensions.indices, shape) { dimensions[index] = Int32(dimension) }
    }
  }

  var shape: [Int] {
    withUnsafeBytes(of: dimensions) { raw in
      raw.bindMemory(to: Int32.self).prefix(Int(rankAndFlags & 127)).map(Int.init)
    }
  }

  /// Gives dimensions that a model leaves open (-1, usually the batch) the size 1 that a model file states as their
  /// default.
  mutating func fixDynamicDimensions() {
    let rank = Int(rankAndFlags & 127)
    withUnsafeMutableBytes(of: &dimensions) { raw in
      let dimensions = raw.bindMemory(to: Int32.self)
      for index in dimensions.indices.prefix(rank) where dimensions[index] == -1 { dimensions[index] = 1 }
    }
  }
}

extension TensorElementType {
  private static let numbers: [(number: Int32, type: TensorElementType)] = [
    (1, .float32), (2, .int32), (3, .uint8), (4, .int64), (6, .bool), (7, .int16), (9, .int8), (10, .float16),
    (11, .float64),
  ]

  init?(liteRTNumber number: Int32) {
    guard let entry = Self.numbers.first(where: { $0.number == number }) else { return nil }
    self = entry.type
  }

  var liteRTNumber: Int32? { Self.numbers.first { $0.type == self }?.number }
}
