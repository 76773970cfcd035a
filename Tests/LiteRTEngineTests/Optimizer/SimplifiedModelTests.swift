import Foundation
import TestSupport
import Testing
import VisionInference
import VisionModels

@testable import LiteRTEngine

@Suite("Models with fewer MACs", .needs(.shared))
struct SimplifiedModelTests {
  /// A published model, its MACs before and after, and how far each output may be from the plain model's: none for
  /// models that stay as they are.
  struct Sample: Sendable, CustomTestStringConvertible {
    let path: String
    let before: Int
    let after: Int
    let tolerances: [Float]

    var testDescription: String { path }
  }

  private static let samples = [
    Sample(
      path: "hand_landmarker.task/hand_detector.tflite", before: 337_333_248, after: 337_333_248,
      tolerances: []),
    // Landmarks in pixels of 224, two probabilities, landmarks in metres.
    Sample(
      path: "hand_landmarker.task/hand_landmarks_detector.tflite", before: 330_968_800, after: 294_742_912,
      tolerances: [0, 0, 0, 0]),
    Sample(
      path: "pose_landmarker_lite.task/pose_detector.tflite", before: 429_859_360, after: 429_859_360,
      tolerances: []),
    Sample(
      path: "pose_landmarker_lite.task/pose_landmarks_detector.tflite", before: 197_822_208,
      after: 197_822_208, tolerances: []
    ),
    Sample(
      path: "pose_landmarker_full.task/pose_landmarks_detector.tflite", before: 386_148_736,
      after: 386_148_736, tolerances: []
    ),
  ]

  @Test(
    "Simplified published models give equal bits; those with nothing to gain are unchanged",
    arguments: samples)
  func published(sample: Sample) throws {
    let model = try ParsedModel.published(sample.path)
    var times: [Duration] = []
    for _ in 0..<20 { times.append(try ContinuousClock().measure { _ = try model.simplified() }) }
    let simple = try ParsedModel(model.simplified())
    #expect(simple.inputs == model.inputs && simple.outputs == model.outputs)
    let (before, after) = (try model.macs().float, try simple.macs().float)
    let time = "simplified in \(times.min() ?? .zero), first \(times[0])"
    print("\(sample.testDescription): \(before) -> \(after) MACs, \(time)")
    #expect((before, after) == (sample.before, sample.after))
    guard !sample.tolerances.isEmpty else {
      #expect(simple.data.count == model.data.count)
      return
    }
    let (plain, changed) = (try Self.outputs(model.data), try Self.outputs(simple.data))
    let differences = zip(plain, changed).map { zip($0, $1).reduce(0) { max($0, abs($1.0 - $1.1)) } }
    let largest = plain.map { $0.map(abs).max() ?? 0 }
    print("\(sample.testDescription): largest differences \(differences), of numbers up to \(largest)")
    #expect(plain.map(\.count) == changed.map(\.count))
    // On AMD's first Zen the runtime adds in an order that depends on the number of channels.
    let more: Float = MachineFact.fusedProducts.holds ? 0 : 1e-5
    let bounds = zip(sample.tolerances, largest).map { $0 + $1 * more }
    #expect(zip(differences, bounds).allSatisfy { $0 <= $1 } && differences.count == bounds.count)
  }

  @Test("The hand landmark model keeps its live channels, padded to the kernels' width")
  func channels() throws {
    let model = try ParsedModel(ParsedModel.published(Self.samples[1].path).simplified())
    let channels = try model.depthwise().map(\.convolution.shape.outputs)
    #expect(channels == [24, 64, 144, 144, 240, 240, 480, 480, 480, 672, 656, 656, 688, 672, 672, 512])
  }

  /// The outputs on one thread for an input of all shades.
  private static func outputs(_ data: ModelData) throws -> [[Float]] {
    let compiled = try data.withUnsafeBytes {
      try CompiledModel(name: "model", bytes: $0, keepingAlive: data)
    }
    let input = try compiled.inputs[0].floats()
    for index in input.indices { input[index] = Float(index % 251) / 250 }
    try compiled.run()
    return try compiled.outputs.map { Array(try $0.floats()) }
  }
}
