import VisionErrors
import VisionInference

/// An output of a model as floating-point numbers: the model's own, or its bytes put through their quantization.
///
/// Owns the memory of the latter; not Sendable, it belongs to its model's caller.
final class FloatOutput {
  /// The numbers of the last run, once `refresh()` was called; valid while this object lives.
  let values: UnsafeBufferPointer<Float>
  /// The shape, outermost first.
  let shape: [Int]

  private let bytes: UnsafeBufferPointer<UInt8>?
  private let table: [Float]
  private let memory: UnsafeMutableBufferPointer<Float>?

  /// - Throws: `TasksError` with `invalidArgumentError` for an output that holds neither floats nor bytes.
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

  /// Takes over what the last run left.
  func refresh() {
    guard let bytes, let memory else { return }
    for index in bytes.indices { memory[index] = table[Int(bytes[index])] }
  }
}
