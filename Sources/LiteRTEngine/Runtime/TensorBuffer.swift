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

  init(_ entry: ModelSignature.Entry, library: RuntimeLibrary) throws {
    let tensor = try HostTensor(
      name: entry.name, elementType: Self.elementType(of: entry), shape: entry.type.layout.shape,
      quantization: entry.quantization)
    var type = entry.type
    handle = try RuntimeStatus.handle("giving memory to tensor \"\(entry.name)\"") {
      library.functions.CreateTensorBufferFromHostMemory(&type, tensor.memory, tensor.byteCount, nil, &$0)
    }
    (self.tensor, self.library) = (tensor, library)
  }

  deinit { library.functions.DestroyTensorBuffer(handle) }

  static func byteCount(of entry: ModelSignature.Entry) throws(TasksError) -> Int {
    try HostTensor.size(of: elementType(of: entry), entry.type.layout.shape, name: entry.name).bytes
  }

  private static func elementType(of entry: ModelSignature.Entry) throws(TasksError) -> TensorElementType {
    guard let elementType = TensorElementType.of(liteRTNumber: entry.type.elementType) else {
      throw TasksError(
        .unimplementedError,
        "Tensor \"\(entry.name)\" has elements of LiteRT's type \(entry.type.elementType), which is not supported.")
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

  static func of(liteRTNumber number: Int32) -> TensorElementType? { numbers.first { $0.number == number }?.type }
  var liteRTNumber: Int32? { Self.numbers.first { $0.type == self }?.number }
}
