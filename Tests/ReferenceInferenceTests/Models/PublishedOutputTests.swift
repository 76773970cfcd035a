import TestSupport
import Testing
import VisionModels

@Suite(
  "The reference on published models", .needs(.shared), .serialized)
struct PublishedOutputTests {
  /// How far floats may be from LiteRT's, which rounds every sum to float32, in parts of the output's range.
  ///
  /// Measured on x86-64: 3.6e-6 at most; probabilities, whose logits cover a range of tens, 2.4e-5; the masks of pose landmark models
  /// 4.9e-5 on the photo and 8.7e-4 on noise, though none of their operators is further off than others' (`PublishedStepTests`).
  private static func bound(_ model: PublishedModel, _ input: SampleInput, isProbability: Bool) -> Double {
    guard model.amplifiesRounding else { return isProbability ? 1e-4 : 2e-5 }
    return input == .noise ? 2e-3 : 2e-4
  }

  @Test(
    "Outputs equal LiteRT's: to the bit in quantized models, but for rounding in float ones",
    arguments: PublishedModel.all,
    SampleInput.allCases)
  func outputs(model: PublishedModel, input: SampleInput) throws {
    let reference = try ReferenceModel(model.data)
    let inputs = try input.tensors(for: reference)
    var found: [ReferenceTensor] = []
    let time = try ContinuousClock().measure { found = try reference.run(inputs).outputs }
    let wanted = try RuntimeModel(model.data).run(inputs)
    let ranges = reference.outputTensors.map(reference.range)
    let differences = zip(ranges, zip(found, wanted)).map { range, pair in
      Difference(pair.0.numbers, pair.1, range: range)
    }
    print("\(model.name), \(input): \(differences.map(\.relative)) of the range, in \(time)")
    #expect(found.count == wanted.count)
    let isQuantized = inputs.contains(where: \.isByte)
    for (place, difference) in differences.enumerated() {
      if isQuantized {
        #expect(difference.count == 0, "output \(place)")
      } else {
        #expect(difference.relative <= Self.bound(model, input, isProbability: ranges[place] > 0), "output \(place)")
      }
    }
  }

  @Test("All operators of the published models are there, and no others", .needs(.unpublished))
  func operators() throws {
    let used = Set(try PublishedModel.all.flatMap { try ParsedModel($0.data).operators.map(\.name) })
    #expect(used.sorted() == OperatorTable.names)
    #expect(used.count == 38)
  }
}
