import Testing
import VisionCore
import VisionModels

@Suite("Moves of the reference, by hand")
struct MoveTests {
  private static func six(_ shape: [Int]) throws -> ReferenceTensor {
    try .floats(shape, (0..<shape.elementCount).map { Double($0) })
  }

  @Test("Reshaping keeps the order; -1 is inferred; without a shape input the options have it")
  func reshape() throws {
    let data = try Self.six([2, 3])
    let found = try OperatorSample(name: "RESHAPE").run(data, ReferenceTensor.integers([3, -1]))
    #expect((found.shape, found.numbers) == ([3, 2], data.numbers))
    #expect(try OperatorSample(name: "RESHAPE", options: [0: [-1]]).run(data).shape == [6])
  }

  @Test("Transposing")
  func transpose() throws {
    let found = try OperatorSample(name: "TRANSPOSE").run(Self.six([1, 2, 3]), ReferenceTensor.integers([2, 0, 1]))
    #expect((found.shape, found.numbers) == ([3, 1, 2], [0, 3, 1, 4, 2, 5]))
  }

  @Test("Padding holds 0, in quantized tensors the zero point")
  func pad() throws {
    let margins = try ReferenceTensor(shape: [2, 2], elementType: .int32, numbers: [0, 1, 1, 0])
    let found = try OperatorSample(name: "PAD").run(ReferenceTensor.floats([1, 2], [1, 2]), margins)
    #expect((found.shape, found.numbers) == ([2, 3], [0, 1, 2, 0, 0, 0]))
    let bytes = try ReferenceTensor.bytes([1, 2], [1, 2], step: 1, zero: 9)
    let sample = OperatorSample(name: "PAD", type: .int8, quantization: .one(1, 9))
    #expect(try sample.run(bytes, margins).numbers == [9, 1, 2, 9, 9, 9])
  }

  @Test("Channels become blocks, rows first")
  func depthToSpace() throws {
    let found = try OperatorSample(name: "DEPTH_TO_SPACE", options: [0: [2]]).run(Self.six([1, 1, 2, 4]))
    #expect((found.shape, found.numbers) == ([1, 2, 4, 1], [0, 1, 4, 5, 2, 3, 6, 7]))
  }

  @Test("Joining along an inner dimension")
  func concatenation() throws {
    let second = try ReferenceTensor.floats([2, 1], [10, 20])
    let found = try OperatorSample(name: "CONCATENATION", options: [0: [-1]]).run(Self.six([2, 2]), second)
    #expect((found.shape, found.numbers) == ([2, 3], [0, 1, 10, 2, 3, 20]))
  }

  @Test("Values of another scale are requantized, halves away from zero")
  func rescaling() throws {
    let first = try ReferenceTensor.bytes([2], [0, 255], step: 1, zero: 100, type: .uint8)
    let second = try ReferenceTensor.bytes([3], [9, 11, 255], step: 0.5, zero: 10, type: .uint8)
    let sample = OperatorSample(name: "CONCATENATION", type: .uint8, quantization: .one(1, 100))
    // -0.5 and 0.5 to -1 and 1, 122.5 to 123.
    #expect(try sample.run(first, second).numbers == [0, 255, 99, 101, 223])
  }

  @Test("Another shape than the file's is an error, and so are values out of the type's range")
  func refusals() throws {
    let info = TensorInfo.sample(shape: [5], .float32)
    let byte = TensorInfo.sample(shape: [1], .int8)
    let call = OperatorCall(
      index: 3, name: "RESHAPE", inputs: [], results: [OperatorResult(info: info), OperatorResult(info: byte)],
      options: .table(nil), customOptions: nil)
    let error = #expect(throws: TasksError.self) { try call.result([1, 2], shape: [2]) }
    #expect(error?.message == "Operator 3 (RESHAPE) gives the shape [2]; the file has [5].")
    for number in [128, 0.5, .nan] {
      #expect(throws: TasksError.self) { try call.result([number], shape: [1], at: 1) }
    }
  }
}
