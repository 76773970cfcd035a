internal import CLiteRT
import VisionCore
import VisionInference
import VisionModels

/// A host tensor as LiteRT takes it.
///
/// Not Sendable: it belongs to its model's caller, one inference at a time.
final class TensorBuffer {
  let tensor: HostTensor
  let handle: LiteRtTensorBuffer

  private let library: RuntimeLibrary

  /// Allocates memory for a tensor of the given type.
  ///
  /// - Throws: As `size(of:name:)` and `HostTensor`, and `TasksError` when LiteRT refuses the memory.
  init(name: String, type: LiteRtRankedTensorType, quantization: TensorQuantization?, library: RuntimeLibrary) throws {
    tensor = try HostTensor(
      name: name, elementType: Self.elementType(of: type, name: name), shape: type.layout.shape,
      quantization: quantization)
    var type = type
    var handle: LiteRtTensorBuffer?
    try RuntimeStatus.check(
      library.functions.CreateTensorBufferFromHostMemory(&type, tensor.memory, tensor.byteCount, nil, &handle),
      "giving memory to tensor \"\(name)\"")
    self.handle = try RuntimeStatus.unwrap(handle, "giving memory to tensor \"\(name)\"")
    self.library = library
  }

  deinit { library.functions.DestroyTensorBuffer(handle) }

  /// The number of elements and of bytes of a tensor.
  ///
  /// - Throws: As `HostTensor.size(of:_:name:)`.
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
