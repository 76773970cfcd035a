import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Verification of custom operators")
struct CustomOperatorVerificationTests {
  /// Why a model is refused; nil when it is not.
  private func refusal(_ data: ModelData, verifier: ModelVerifier = ModelVerifier()) -> TasksError? {
    do throws(TasksError) {
      try verifier.verify(data)
      return nil
    } catch {
      return error
    }
  }

  @Test("The caller's operators are verified by their inputs; others are refused by name")
  func customOperators() throws {
    let data = GraphSample.residual().data
    let model = try ParsedModel(data)
    let blocks = try model.fusedConvolutions()
    let changed = try model.eliminatingDeadOutputs(
      keeping: [0], applying: GraphChanges(customOperators: blocks.map(\.use)))
    let name = try #require(blocks.first?.use.name)
    #expect(refusal(changed)?.message.contains("(\(name)) is not among those that are verified") == true)
    func verifier(_ signature: CustomOperatorSignature) -> ModelVerifier {
      ModelVerifier(customOperators: [name: signature])
    }
    #expect(refusal(changed, verifier: verifier(CustomOperatorSignature(FusedRun(blocks: [blocks[0].block])))) == nil)
    let other = CustomOperatorSignature(
      inputShape: [1, 4, 4, 8], outputShape: [1, 4, 4, 8], inputType: .uint8, outputType: .uint8)
    #expect(refusal(changed, verifier: verifier(other))?.message.contains("has tensors of float32") == true)
    let two = CustomOperatorSignature(
      inputShape: [1, 4, 4, 8], secondShape: [1, 4, 4, 8], outputShape: [1, 4, 4, 8], inputType: .float32,
      outputType: .float32)
    #expect(refusal(changed, verifier: verifier(two))?.message.contains("needs 2 inputs") == true)
    let larger = CustomOperatorSignature(
      inputShape: [1, 8, 4, 8], outputShape: [1, 4, 4, 8], inputType: .float32, outputType: .float32)
    #expect(refusal(changed, verifier: verifier(larger))?.message.contains("[1, 8, 4, 8] is needed") == true)
  }

  @Test("A residual that is an input of its own is verified, too")
  func residuals() throws {
    let model = try ParsedModel(GraphSample.bottleneck().data)
    let (use, block) = try #require(model.fusedConvolutions().first)
    let changed = try model.eliminatingDeadOutputs(keeping: [0], applying: GraphChanges(customOperators: [use]))
    func refusal(_ signature: CustomOperatorSignature) -> String? {
      self.refusal(changed, verifier: ModelVerifier(customOperators: [use.name: signature]))?.message
    }
    #expect(refusal(CustomOperatorSignature(FusedRun(blocks: [block]))) == nil)
    let shape = [1, 4, 4, 8]
    let one = CustomOperatorSignature(inputShape: shape, outputShape: shape, inputType: .float32, outputType: .float32)
    #expect(refusal(one)?.contains("needs 1 input") == true)
    let other = CustomOperatorSignature(
      inputShape: shape, secondShape: [1, 4, 4, 16], outputShape: shape, inputType: .float32, outputType: .float32)
    #expect(refusal(other)?.contains("[1, 4, 4, 16] is needed") == true)
  }
}
