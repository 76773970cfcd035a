import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

/// A model that LiteRT runs as the file has it, on one thread: no kernels of ours, nothing pruned or fused.
struct RuntimeModel {
  private let compiled: CompiledModel

  init(_ data: ModelData) throws {
    compiled = try data.withUnsafeBytes { try CompiledModel(name: "test", bytes: $0, keepingAlive: data) }
  }

  /// The elements of all outputs.
  func run(_ inputs: [ReferenceTensor]) throws -> [[Double]] {
    for (tensor, input) in zip(compiled.inputs, inputs) { try Self.write(input.numbers, to: tensor) }
    try compiled.run()
    return try compiled.outputs.map(Self.numbers)
  }

  private static func write(_ numbers: [Double], to tensor: HostTensor) throws {
    switch tensor.elementType {
    case .float32: _ = try tensor.floats().update(from: numbers.map { Float($0) })
    case .uint8: _ = try tensor.bytes().update(from: numbers.map { UInt8($0) })
    default: throw TasksError.invalidArgument("Tests write no inputs of \(tensor.elementType).")
    }
  }

  private static func numbers(of tensor: HostTensor) throws -> [Double] {
    switch tensor.elementType {
    case .float32: try tensor.floats().map { Double($0) }
    case .uint8: try tensor.bytes().map { Double($0) }
    case .int8: try tensor.elements(as: Int8.self, .int8).map { Double($0) }
    default: throw TasksError.invalidArgument("Tests read no outputs of \(tensor.elementType).")
    }
  }
}
