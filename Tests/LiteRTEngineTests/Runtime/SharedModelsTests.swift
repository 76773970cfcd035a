import Foundation
import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Shared models", .serialized, .needs(.shared))
struct SharedModelsTests {
  private static let names = [
    "hand_landmarker.task/hand_landmarks_detector.tflite", "ssd_mobilenet_v1_coco_quant.tflite",
  ]

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("shared-weights-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func files(in folder: URL) throws -> [String] {
    let enumerator = FileManager.default.enumerator(atPath: folder.path)
    return (enumerator?.allObjects as? [String] ?? []).filter { $0.contains("/") }
  }

  @Test("Models that share one file of packed weights give the same results as alone; the file is unlinked")
  func sharing() throws {
    try withFolder { folder in
      let data = try SharedFolder.modelData(Self.names[0])
      let expected = try CompiledModelTests.outputs(of: CompiledModelTests.compile(data))
      let models = SharedModels(in: folder)
      let compiled = try (0..<3).map { _ in
        // Every task reads its file anew.
        try CompiledModelTests.compile(ModelData(data.withUnsafeBytes { Array($0) }), sharing: models)
      }
      #expect(try files(in: folder).count == 1)
      #if os(Linux)
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n")
        #expect(maps.filter { $0.contains(folder.lastPathComponent) }.count >= 3, "each maps the file")
      #endif
      models.removeFiles()
      #expect(try files(in: folder).isEmpty)
      for model in compiled { #expect(try CompiledModelTests.outputs(of: model) == expected) }
    }
  }

  @Test("Different models have different files, changed bytes included")
  func different() throws {
    try withFolder { folder in
      let models = SharedModels(in: folder)
      let landmarks = try SharedFolder.modelData(Self.names[0])
      let bytes = landmarks.withUnsafeBytes { Array($0) }
      var changed = bytes
      changed[changed.count / 2] ^= 1
      let paths = [bytes, changed, Array(bytes.dropLast())].map { models.path(for: ModelData($0)) }
      #expect(Set(paths).count == 3)
      for name in Self.names {
        let data = try SharedFolder.modelData(name)
        _ = try CompiledModelTests.compile(data, sharing: models)
      }
      #expect(try files(in: folder).count == 2)
    }
  }

  @Test("A model that uses one tensor of weights with several scales does not share, and its results are right")
  func severalScales() throws {
    try withFolder { folder in
      let data = try SharedFolder.modelData("efficientdet_lite0_int8.tflite")
      let expected = try CompiledModelTests.outputs(of: CompiledModelTests.compile(data))
      let models = SharedModels(in: folder)
      // What the runtime's cache makes of it: should it ever be right, sharing can be allowed again.
      let shared = try CompiledModelTests.compile(data, sharing: models)
      #expect(try CompiledModelTests.outputs(of: shared) != expected)
      // The engine itself refuses to share these.
      let alone = try Self.session(data, kernels: .off).outputs(seed: 0.37)
      for _ in 0..<2 {
        let session = try models.sharing { try Self.session(data, kernels: .off) }
        #expect(try session.outputs(seed: 0.37) == alone)
      }
      #expect(try files(in: folder).count == 1, "the one above")
    }
  }

  @Test("The engine shares a file of weights among the models of one call's scope, and none outside")
  func engine() throws {
    try withFolder { folder in
      let data = try SharedFolder.modelData(Self.names[0])
      let models = SharedModels(in: folder)
      let alone = try Self.session(data, kernels: .off).outputs(seed: 0.37)
      #expect(try files(in: folder).isEmpty)
      for _ in 0..<2 {
        let session = try models.sharing { try Self.session(data, kernels: .off) }
        #expect(try session.outputs(seed: 0.37) == alone)
        #expect(try files(in: folder).count == 1)
      }
    }
  }

  @Test("Without a folder to write in, every model has weights of its own")
  func unwritable() throws {
    let data = try SharedFolder.modelData(Self.names[0])
    let expected = try CompiledModelTests.outputs(of: CompiledModelTests.compile(data))
    let models = SharedModels(in: URL(fileURLWithPath: "/nowhere"))
    #expect(models.path(for: data) == nil)
    let model = try CompiledModelTests.compile(data, sharing: models)
    #expect(try CompiledModelTests.outputs(of: model) == expected)
  }

  @Test("Where the disk has no room for packed weights, every model has weights of its own", arguments: [0, 3, 4])
  func fullDisk(freeMultiple: Int) throws {
    try withFolder { folder in
      let data = try SharedFolder.modelData(Self.names[0])
      let models = SharedModels(in: folder) { _ in freeMultiple * data.count }
      let model = try CompiledModelTests.compile(data, sharing: models)
      #expect(try files(in: folder).count == (freeMultiple < 4 ? 0 : 1))
      let expected = try CompiledModelTests.outputs(of: CompiledModelTests.compile(data))
      #expect(try CompiledModelTests.outputs(of: model) == expected)
    }
  }

  @Test("A model is prepared once for equal requests, and anew for any other")
  func preparations() throws {
    let data = try SharedFolder.modelData(Self.names[0])
    // Behind the model's last table.
    let longer = ModelData(data.withUnsafeBytes { Array($0) + [0] })
    func request(
      _ data: ModelData, outputs: [OutputRequest]? = nil, threads: Int = 2, kernels: Kernels = .always
    ) throws -> PreparationRequest {
      let options = InferenceOptions(engine: LiteRT(), threadCount: threads)
      return PreparationRequest(
        model: ModelRequest(name: "test", model: try ParsedModel(data), outputs: outputs, options: options),
        kernels: kernels, precision: .exact)
    }
    let models = SharedModels()
    var count = 0
    func prepare(_ request: PreparationRequest) throws -> ModelPreparation {
      try models.preparation(for: request) {
        count += 1
        return try .prepare(request.model, kernels: request.kernels)
      }
    }
    let first = try prepare(request(data))
    // Each task reads its file anew.
    let second = try prepare(request(ModelData(data.withUnsafeBytes { Array($0) })))
    #expect(count == 1)
    let plans = try (#require(first.plan), #require(second.plan))
    #expect(plans.0.operators.map(\.use) == plans.1.operators.map(\.use))
    #expect(zip(plans.0.operators, plans.1.operators).allSatisfy { $0.kernel !== $1.kernel })
    #expect(plans.0.pool !== plans.1.pool)
    for other in try [
      request(data, outputs: [OutputRequest(0)]), request(data, threads: 1), request(data, kernels: .off),
      request(longer),
    ] {
      let before = count
      _ = try prepare(other)
      #expect(count == before + 1)
    }
  }

  @Test("Tasks that share a preparation run side by side with the results of one alone")
  func sideBySide() throws {
    let data = try SharedFolder.modelData(Self.names[0])
    func session() throws -> OneThreadSession { try Self.session(data, kernels: .always, threads: 2) }
    let seeds: [Float] = [0.37, 1.91, 2.73]
    let expected = try seeds.map { try session().outputs(seed: $0) }
    let models = SharedModels()
    let found = Locked<[[[Float]]?]>([nil, nil, nil])
    let sessions = try (0..<3).map { _ in try models.sharing(session) }
    models.removeFiles()
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      for _ in 0..<5 {
        let result = try? sessions[index].outputs(seed: seeds[index])
        found.withLock { $0[index] = result }
      }
    }
    #expect(found.withLock { $0 } == expected)
  }

  private static func session(_ data: ModelData, kernels: Kernels, threads: Int = 1) throws -> OneThreadSession {
    let engine = LiteRT(kernels: kernels)
    let options = InferenceOptions(engine: engine, threadCount: threads)
    return OneThreadSession(
      session: try engine.load(ModelRequest(name: "test", model: try ParsedModel(data), options: options)))
  }

  /// Each is used by one thread at a time.
  private struct OneThreadSession: @unchecked Sendable {
    let session: any InferenceSession

    func outputs(seed: Float) throws -> [[Float]] {
      func value(_ index: Int) -> Float { abs(sin(Float(index) * seed)) }
      if session.inputs[0].elementType == .uint8 {
        let input = try session.inputs[0].bytes()
        for index in input.indices { input[index] = UInt8(255 * value(index)) }
      } else {
        let input = try session.inputs[0].floats()
        for index in input.indices { input[index] = value(index) }
      }
      try session.run()
      return try session.outputs.map { try Array($0.pieces[0].floats()) }
    }
  }
}
