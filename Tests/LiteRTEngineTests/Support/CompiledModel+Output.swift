import VisionModels

@testable import LiteRTEngine

extension CompiledModel {
  /// The bits of the output of a model with one input, which gets numbers from -1 to 1.
  static func output(_ data: ModelData, _ operators: [any CustomOperator]) throws -> [UInt32] {
    let compiled = try data.withUnsafeBytes {
      try CompiledModel(name: "model", bytes: $0, keepingAlive: data, operators: operators)
    }
    let input = try compiled.inputs[0].floats()
    for index in input.indices { input[index] = Float(index * 37 % 251) / 125 - 1 }
    try compiled.run()
    return try compiled.outputs[0].floats().map(\.bitPattern)
  }
}
