import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite(
  "The reference's operators on published models", .needs(.shared),
  .serialized)
struct PublishedStepTests {
  /// How far a float operator's results may be from LiteRT's, in parts of their range. Measured on x86-64: 6.9e-6 at most, by a
  /// convolution whose large products cancel out; 5e-7 by all but convolutions and fully connected layers.
  private static let bound = 2e-5

  @Test("Each operator equals LiteRT's on the same inputs", arguments: PublishedModel.all)
  func steps(model: PublishedModel) throws {
    let reference = try ReferenceModel(model.data)
    let inputs = try SampleInput.noise.tensors(for: reference)
    let computed = reference.steps.filter { !$0.isConstant }.flatMap(\.tensors)
    let runtime = try RuntimeModel(Self.exposing(computed, of: model, reference))
    let wanted = Dictionary(uniqueKeysWithValues: zip(computed, try runtime.run(inputs)))
    var tensors = Dictionary(uniqueKeysWithValues: zip(reference.inputTensors, inputs))
    var worst: [String: Double] = [:]
    var bytes = (all: 0, different: 0)
    for (place, step) in reference.steps.enumerated() {
      let results = try reference.results(ofStep: place, reading: tensors)
      for (number, result) in zip(step.tensors, results) {
        guard let numbers = wanted[number] else {
          tensors[number] = result
          continue
        }
        let difference = Difference(result.numbers, numbers, range: reference.range(of: number))
        worst[step.name] = max(worst[step.name] ?? 0, difference.relative)
        if result.isByte {
          bytes = (bytes.all + numbers.count, bytes.different + difference.count)
          #expect(difference.count == 0, "step \(place), \(step.name)")
        } else {
          #expect(difference.relative <= Self.bound, "step \(place), \(step.name)")
        }
        // The next operators read what LiteRT's read, so that differences do not add up.
        tensors[number] = try ReferenceTensor(
          shape: result.shape, elementType: result.elementType, quantization: result.quantization, numbers: numbers)
      }
    }
    let text = worst.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    print("\(model.name): \(computed.count) steps, \(bytes.different) of \(bytes.all) bytes differ; \(text)")
    #expect(!computed.isEmpty)
  }

  @Test("Inference keeps the requested tensors, equal to each operator's result")
  func keeping() throws {
    let model = try #require(PublishedModel.all.first { $0.name.hasSuffix("canned_gesture_classifier.tflite") })
    let reference = try ReferenceModel(model.data)
    let inputs = try SampleInput.noise.tensors(for: reference)
    let all = Set(reference.steps.flatMap(\.tensors))
    let result = try reference.run(inputs, keeping: all)
    #expect(Set(result.kept.keys) == all)
    var tensors = Dictionary(uniqueKeysWithValues: zip(reference.inputTensors, inputs))
    for (place, step) in reference.steps.enumerated() {
      for (number, found) in zip(step.tensors, try reference.results(ofStep: place, reading: tensors)) {
        #expect(found.numbers == result.kept[number]?.numbers)
        tensors[number] = found
      }
    }
    #expect(try reference.run(inputs).kept.isEmpty)
  }

  /// A model whose outputs are some of its tensors.
  private static func exposing(
    _ tensors: [Int], of model: PublishedModel, _ reference: ReferenceModel
  ) throws -> ModelData {
    try ParsedModel(model.data).replacingOutputs(by: [
      OutputOrigin(tensors: tensors, infos: tensors.map { reference.tensors[$0] }, function: .identity)
    ])
  }
}
