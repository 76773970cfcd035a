import Foundation
import TestSupport
import Testing
import VisionCore
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Shared packed weights", .serialized, .needs(.shared))
struct SharedWeightsTests {
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
      let weights = SharedWeights(in: folder)
      let models = try (0..<3).map { _ in
        // Every task reads its file anew.
        try weights.sharing {
          try CompiledModelTests.compile(ModelData(data.withUnsafeBytes { Array($0) }), sharesWeights: true)
        }
      }
      #expect(try files(in: folder).count == 1)
      #if os(Linux)
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).split(separator: "\n")
        #expect(maps.filter { $0.contains(folder.lastPathComponent) }.count >= 3, "each maps the file")
      #endif
      weights.removeFiles()
      #expect(try files(in: folder).isEmpty)
      for model in models { #expect(try CompiledModelTests.outputs(of: model) == expected) }
      // Outside, nothing is shared.
      _ = try CompiledModelTests.compile(data, sharesWeights: true)
      #expect(try files(in: folder).isEmpty)
    }
  }

  @Test("Different models have different files, changed bytes included")
  func different() throws {
    try withFolder { folder in
      let weights = SharedWeights(in: folder)
      let landmarks = try SharedFolder.modelData(Self.names[0])
      let bytes = landmarks.withUnsafeBytes { Array($0) }
      var changed = bytes
      changed[changed.count / 2] ^= 1
      let paths = [bytes, changed, Array(bytes.dropLast())].map { $0.withUnsafeBytes { weights.path(for: $0) } }
      #expect(Set(paths).count == 3)
      for name in Self.names {
        let data = try SharedFolder.modelData(name)
        _ = try weights.sharing { try CompiledModelTests.compile(data, sharesWeights: true) }
      }
      #expect(try files(in: folder).count == 2)
    }
  }

  @Test("A model that uses one tensor of weights with several scales does not share, and its results are right")
  func severalScales() throws {
    try withFolder { folder in
      let data = try SharedFolder.modelData("efficientdet_lite0_int8.tflite")
      let expected = try CompiledModelTests.outputs(of: CompiledModelTests.compile(data))
      let weights = SharedWeights(in: folder)
      // What the runtime's cache makes of it: should it ever be right, sharing can be allowed again.
      let shared = try weights.sharing { try CompiledModelTests.compile(data, sharesWeights: true) }
      #expect(try CompiledModelTests.outputs(of: shared) != expected)
      let own = try weights.sharing { try CompiledModelTests.compile(data) }
      #expect(try CompiledModelTests.outputs(of: own) == expected)
    }
  }

  @Test("Without a folder to write in, every model has weights of its own")
  func unwritable() throws {
    let data = try SharedFolder.modelData(Self.names[0])
    let expected = try CompiledModelTests.outputs(of: CompiledModelTests.compile(data))
    let weights = SharedWeights(in: URL(fileURLWithPath: "/nowhere"))
    #expect(data.withUnsafeBytes { weights.path(for: $0) } == nil)
    let model = try weights.sharing { try CompiledModelTests.compile(data, sharesWeights: true) }
    #expect(try CompiledModelTests.outputs(of: model) == expected)
  }
}
