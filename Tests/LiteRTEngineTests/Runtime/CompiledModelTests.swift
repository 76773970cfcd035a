import Foundation
import TestSupport
import Testing
import VisionCore
import VisionModels

@testable import LiteRTEngine

@Suite("Running models", .needs(.shared))
struct CompiledModelTests {
  private static let landmarks = "hand_landmarker.task/hand_landmarks_detector.tflite"

  @Test("Tensors are those of the file, in its order")
  func tensors() throws {
    let model = try Self.compile(SharedFolder.modelData(Self.landmarks))
    #expect(model.inputs.map(\.shape) == [[1, 224, 224, 3]])
    #expect(model.inputs.map(\.elementType) == [.float32])
    #expect(model.outputs.map(\.shape) == [[1, 63], [1, 1], [1, 1], [1, 63]])
    #expect(throws: TasksError.self) { try model.inputs[0].bytes() }
  }

  @Test("Quantized inputs report scale and zero point; shapes decided by an operator are resolved")
  func quantized() throws {
    let model = try Self.compile(SharedFolder.modelData("ssd_mobilenet_v1_coco_quant.tflite"))
    #expect(model.inputs[0].elementType == .uint8)
    let quantization = try #require(model.inputs[0].quantization)
    #expect(quantization.scale == 0.0078125)
    #expect(quantization.zeroPoint == 128)
    #expect(model.outputs.map(\.shape) == [[1, 10, 4], [1, 10], [1, 10], [1]])
    _ = try model.inputs[0].bytes()
    try model.run()
  }

  @Test("The same input gives the same output, run after run and with two threads")
  func repeatable() throws {
    let data = try SharedFolder.modelData(Self.landmarks)
    let first = try Self.outputs(of: Self.compile(data))
    let model = try Self.compile(data)
    #expect(try Self.outputs(of: model) == first)
    #expect(try Self.outputs(of: model) == first)
    #expect(try Self.outputs(of: Self.compile(data, threadCount: 2)) == first)
  }

  @Test("Two models on two threads give the same results as alone")
  func parallel() throws {
    let data = try SharedFolder.modelData(Self.landmarks)
    let expected = try Self.outputs(of: Self.compile(data))
    let results = Results()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      results.add(Result { try Self.outputs(of: Self.compile(data)) })
    }
    #expect(try results.all.map { try $0.get() } == [expected, expected, expected, expected])
  }

  @Test("Bytes that are not a model are typed errors", arguments: [0, 1, 7, 8, 100, 5000])
  func truncated(count: Int) throws {
    let data = try SharedFolder.modelData(Self.landmarks)
    let cut = try data.slice(0..<count)
    let error = #expect(throws: TasksError.self) { try Self.compile(cut) }
    #expect(error?.code == .invalidArgumentError)
  }

  @Test("Rubbish behind the right identifier is a typed error")
  func rubbish() {
    let bytes = [UInt8]([8, 0, 0, 0]) + Array("TFL3".utf8) + [UInt8](repeating: 0xAB, count: 4096)
    #expect(throws: TasksError.self) { try Self.compile(ModelData(bytes)) }
  }

  @Test("Inputs and outputs larger than the caller allows are refused, with the limit")
  func tensorLimit() throws {
    let data = try SharedFolder.modelData(Self.landmarks)
    let model = try Self.compile(data)
    let byteCount = (model.inputs + model.outputs).reduce(0) { $0 + $1.byteCount }
    _ = try Self.compile(data, tensorByteLimit: byteCount)
    let error = #expect(throws: TasksError.self) { try Self.compile(data, tensorByteLimit: byteCount - 1) }
    #expect(error?.code == .resourceExhaustedError)
    #expect(error?.message.contains("\(byteCount - 1) bytes") == true)
  }

  @Test("The memory of inputs and outputs starts on a multiple of 64 bytes and holds zeros")
  func tensorMemory() throws {
    for input in try Self.compile(SharedFolder.modelData(Self.landmarks)).inputs {
      let numbers = try input.floats()
      #expect(Int(bitPattern: numbers.baseAddress) % 64 == 0)
      #expect(numbers.allSatisfy { $0 == 0 })
    }
  }

  static func compile(
    _ data: ModelData, threadCount: Int = 1, sharing models: SharedModels? = nil, tensorByteLimit: Int = .max
  ) throws -> CompiledModel {
    try data.withUnsafeBytes {
      try CompiledModel(
        name: "test", bytes: $0, keepingAlive: data, threadCount: threadCount, weightsPath: models?.path(for: data),
        tensorByteLimit: tensorByteLimit)
    }
  }

  /// All outputs for a fixed input that looks like noise.
  static func outputs(of model: CompiledModel) throws -> [[Float]] {
    for input in model.inputs {
      var state: UInt32 = 12345
      func next() -> UInt32 {
        state = state &* 1_664_525 &+ 1_013_904_223
        return state >> 8
      }
      if input.elementType == .uint8 {
        let values = try input.bytes()
        for index in values.indices { values[index] = UInt8(next() >> 16) }
      } else {
        let values = try input.floats()
        for index in values.indices { values[index] = Float(next()) / Float(1 << 24) }
      }
    }
    try model.run()
    return try model.outputs.map { Array(try $0.floats()) }
  }
}

/// Collects from several threads. Sendable because the list is touched under the lock only.
private final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private var results: [Result<[[Float]], any Error>] = []
  var all: [Result<[[Float]], any Error>] { lock.withLock { results } }
  func add(_ result: Result<[[Float]], any Error>) { lock.withLock { results.append(result) } }
}
