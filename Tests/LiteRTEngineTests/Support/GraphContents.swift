@testable import VisionModels

/// What a model's bytes say of its graph.
struct GraphContents {
  struct Use: Equatable {
    let name: String
    let inputs: [Int32]
    let outputs: [Int32]
  }

  private let tensors: [FlatBufferTable]
  private let buffers: [FlatBufferTable]
  /// The operators in the order in which they run.
  let operators: [Use]

  init(_ data: ModelData) throws {
    let tables = try ModelTables(data)
    tensors = tables.tensors
    buffers = try tables.buffers()
    operators = try tables.producers().all.map {
      Use(name: $0.name, inputs: $0.inputs, outputs: $0.outputs)
    }
  }

  func info(_ tensor: Int) throws -> TensorInfo { try TensorInfo(tensors[tensor]) }

  func shape(_ tensor: Int) throws -> [Int] { try info(tensor).shape }

  func signature(_ tensor: Int) throws -> [Int32] { try tensors[tensor].integers(TFLiteSchema.Tensor.shapeSignature) }

  /// A constant's elements, of 16 or 32 bits; none when the file does not have them.
  func floats(_ tensor: Int) throws -> [Float] {
    let buffer = Int(try tensors[tensor].integer(TFLiteSchema.Tensor.buffer, absent: UInt32(0)))
    guard let bytes = try buffers[buffer].bytes(TFLiteSchema.Buffer.data) else { return [] }
    return bytes.floats(isHalf: try info(tensor).elementType == .float16)
  }
}
