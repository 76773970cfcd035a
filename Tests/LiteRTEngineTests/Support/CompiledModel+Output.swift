import VisionModels

@testable import LiteRTEngine

extension CompiledModel {
  /// The bits of the output of a model with one input, which gets numbers from -1 to 1, or bytes with some bits flipped.
  static func output(
    _ data: ModelData, _ operators: [any CustomOperator], flipping bits: UInt8 = 0
  ) throws -> [UInt32] {
    let compiled = try data.withUnsafeBytes {
      try CompiledModel(name: "model", bytes: $0, keepingAlive: data, operators: operators)
    }
    let (input, output) = (compiled.inputs[0], compiled.outputs[0])
    guard input.elementType == .float32 else {
      let bytes = UnsafeMutableRawBufferPointer(start: input.memory, count: input.byteCount)
      for index in bytes.indices { bytes[index] = UInt8(index * 37 % 251) ^ bits }
      try compiled.run()
      return UnsafeRawBufferPointer(start: output.memory, count: output.byteCount).map(UInt32.init)
    }
    let numbers = try input.floats()
    for index in numbers.indices { numbers[index] = Float(index * 37 % 251) / 125 - 1 }
    try compiled.run()
    return try output.floats().map(\.bitPattern)
  }
}
