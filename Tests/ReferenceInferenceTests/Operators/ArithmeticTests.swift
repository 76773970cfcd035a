import Testing
import VisionCore

@Suite("Arithmetic of the reference, computed by hand")
struct ArithmeticTests {
  @Test(
    "Operators of two numbers",
    arguments: [
      ("ADD", [-1.0, 5]), ("SUB", [-5, 1]), ("MUL", [-6, 6]), ("DIV", [-1.5, 1.5]), ("MAXIMUM", [2, 3]),
      ("SQUARED_DIFFERENCE", [25, 1]), ("PRELU", [-6, 3]),
    ])
  func pairs(name: String, results: [Double]) throws {
    let (first, second) = (try ReferenceTensor.floats([2], [-3, 3]), try ReferenceTensor.floats([1], [2]))
    #expect(try OperatorSample(name: name).run(first, second).numbers == results)
  }

  @Test("Missing dimensions and those of size 1 broadcast, on both sides")
  func broadcast() throws {
    let first = try ReferenceTensor.floats([1, 2, 1], [10, 20])
    let second = try ReferenceTensor.floats([3], [1, 2, 3])
    let sum = try OperatorSample(name: "ADD").run(first, second)
    #expect((sum.shape, sum.numbers) == ([1, 2, 3], [11, 12, 13, 21, 22, 23]))
    let single = try ReferenceTensor.floats([], [1])
    #expect(try OperatorSample(name: "SUB").run(single, second).numbers == [0, -1, -2])
    let error = #expect(throws: TasksError.self) {
      try OperatorSample(name: "ADD").run(ReferenceTensor.floats([2], [1, 2]), second)
    }
    #expect(error?.code == .unimplementedError)
  }

  @Test("Results are rounded to float32 once, after the activation")
  func rounding() throws {
    // 2⁻²⁴ is half of float32's last place at 1: in float32 each sum would be 1 again.
    let first = try ReferenceTensor.floats([2], [1, 7])
    let second = try ReferenceTensor.floats([2], [0x1.8p-24, 0])
    let sum = try OperatorSample(name: "ADD", options: [0: [3]]).run(first, second)
    #expect(sum.numbers == [1 + 0x1p-23, 6])
  }

  @Test("Quantized sums are rounded once, halves up")
  func quantized() throws {
    // Steps of 1/2 and 1/4 to steps of 1/2: half a step is halved once more.
    let first = try ReferenceTensor.bytes([4], [1, 2, -128, 127], step: 0.5, zero: 0)
    let second = try ReferenceTensor.bytes([4], [3, 1, -128, 127], step: 0.25, zero: 2)
    let sample = OperatorSample(name: "ADD", type: .int8, quantization: .one(0.5, 1))
    // 1 + 0.5 = 1.5 up to 2, 2 - 0.5 = 1.5 up to 2; one more; the others are cut off.
    #expect(try sample.run(first, second).numbers == [3, 3, -128, 127])
  }
}
