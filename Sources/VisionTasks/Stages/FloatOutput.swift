import VisionCore
import VisionInference

/// A model output as float32: the model's own memory, or a dequantized copy of a uint8 output.
///
/// Owns the memory of the copy. Not Sendable: it refers to the model's memory.
final class FloatOutput {
  /// The values of the last inference after `refresh()`; valid during this object's lifetime.
  let values: UnsafeBufferPointer<Float>
  /// The shape, outermost first.
  let shape: [Int]

  private let bytes: UnsafeBufferPointer<UInt8>?
  private let table: [Float]
  private let memory: UnsafeMutableBufferPointer<Float>?

  /// - Throws: `TasksError` with `invalidArgumentError` for an output that is neither float32 nor uint8.
  init(_ tensor: HostTensor, model: String) throws {
    shape = tensor.shape
    switch tensor.elementType {
    case .float32:
      values = UnsafeBufferPointer(try tensor.floats())
      (bytes, table, memory) = (nil, [], nil)
    case .uint8:
      let memory = UnsafeMutableBufferPointer<Float>.allocate(capacity: tensor.count)
      memory.initialize(repeating: 0)
      values = UnsafeBufferPointer(memory)
      self.memory = memory
      bytes = UnsafeBufferPointer(try tensor.bytes())
      let (scale, zeroPoint) = (tensor.quantization?.scale ?? 1, Float(tensor.quantization?.zeroPoint ?? 0))
      table = (0..<256).map { scale * (Float($0) - zeroPoint) }
    default:
      throw TasksError.invalidArgument(
        "Model \(model) holds \(tensor.elementType) elements in an output; float32 or uint8 is needed.")
    }
  }

  deinit { memory?.deallocate() }

  /// Dequantizes the values of the last inference. Does nothing for float32.
  func refresh() {
    guard let bytes, let memory else { return }
    for index in bytes.indices { memory[index] = table[Int(bytes[index])] }
  }
}
