import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Hostile files that try to multiply work")
struct HostileWorkTests {
  /// So many convolutions that read one tensor, each with a result of its own.
  private static func fan(_ count: Int) -> ModelData {
    var sample = GraphSample()
    sample.addTensor([1, 2, 2, 1])
    sample.addConstant([1, 1, 1, 1], [Float(1)].bytes())
    sample.addConstant([1], [Float(0)].bytes())
    for _ in 0..<count {
      sample.addTensor([1, 2, 2, 1])
      sample.addOperator(
        .convolution, [0, 1, 2], Int32(sample.tensors.count - 1),
        options: [
          0: .uint8(1), 1: .int32(1), 2: .int32(1),
        ])
    }
    sample.outputs = [3]
    return sample.data
  }

  /// The best of three, because other processes interrupt.
  private static func time(_ body: () throws -> Void) throws -> Duration {
    try #require((0..<3).map { _ in try ContinuousClock().measure { try body() } }.min())
  }

  @Test("Many operators that read one tensor take linear, not quadratic, time")
  func readers() throws {
    let (few, many) = (try ParsedModel(Self.fan(500)), try ParsedModel(Self.fan(8000)))
    let short = try Self.time { _ = try few.fusedConvolutions() }
    var found = 0
    let long = try Self.time { found = try many.fusedConvolutions().count }
    #expect(found == 8000)
    // 16 times as many; quadratic work would be 256 times as much.
    #expect(long < short * 100)
  }

  @Test("A long chain of operators that only move elements does not exhaust the stack")
  func moves() throws {
    var sample = GraphSample()
    sample.addTensor([1, 4])
    let count = 30_000
    for index in 0..<count {
      sample.addTensor([1, 4])
      sample.addOperator(.reshape, [Int32(index)], Int32(index + 1))
    }
    sample.outputs = [Int32(count)]
    let origin = try ParsedModel(sample.data).origin(ofOutput: 0, throughLogistic: true)
    #expect(origin.tensors.count == 1 && origin.function == .identity)
    #expect((1...64).contains(count - origin.tensors[0]))
  }

  @Test("Outputs named by many signature entries take linear, not quadratic, time")
  func signatures() throws {
    func model(_ count: Int) throws -> ParsedModel {
      var sample = GraphSample()
      for _ in 0..<count { sample.addTensor([1]) }
      sample.outputs = (0..<Int32(count)).map { $0 }
      sample.signatureOutputs = sample.outputs
      return try ParsedModel(sample.data)
    }
    let (few, many) = (try model(250), try model(4000))
    let short = try Self.time { _ = try few.eliminatingDeadOutputs(keeping: Array(1..<250)) }
    let long = try Self.time { _ = try many.eliminatingDeadOutputs(keeping: Array(1..<4000)) }
    #expect(long < short * 100)
  }
}
