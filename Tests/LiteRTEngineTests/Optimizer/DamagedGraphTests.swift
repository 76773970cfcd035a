import TestSupport
import Testing
import VisionCore
import VisionModels

@testable import LiteRTEngine

@Suite("Changes of damaged models")
struct DamagedGraphTests {
  /// Keeps each output in turn; true when anything threw.
  private func refusesCuts(_ bytes: [UInt8]) -> Bool {
    do throws(TasksError) {
      let model = try ParsedModel(ModelData(bytes))
      for index in model.outputs.indices { _ = try model.eliminatingDeadOutputs(keeping: [index]) }
      return false
    } catch {
      return true
    }
  }

  @Test("a model with changed bytes is pruned or refused, and never crashes")
  func cuts() {
    var random = SeededGenerator(seed: 0)
    let bytes = SampleModel(files: []).bytes
    #expect(!refusesCuts(bytes))
    var refused = 0
    for _ in 0..<6000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if refusesCuts(changed) { refused += 1 }
    }
    #expect((1..<6000).contains(refused))
  }

  @Test("damaged models with convolutions and sparse weights are changed or refused, and never crash")
  func graphChanges() {
    var random = SeededGenerator(seed: 7)
    var half = DepthwiseModel()
    half.storesHalf = true
    var padded = DepthwiseModel()
    padded.padding = .operatorBefore(top: 1, bottom: 0, left: 1, right: 0)
    let sparse = SparseConvolutionModel(storesHalf: true)
    let bytes = [false, true].map { ByteModel(isSigned: $0).graph.data }
    for sample in [DepthwiseModel().data, half.data, padded.data, SparseModel().data, sparse.data] + bytes {
      let bytes = sample.array
      var refused = 0
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        if changesGraph(changed) == nil { refused += 1 }
      }
      #expect(changesGraph(bytes) == 1)
      #expect((1..<3000).contains(refused))
    }
  }

  @Test(
    "damaged models with dead channels are simplified, unchanged or refused, and never crash"
  )
  func simplifications() {
    var random = SeededGenerator(seed: 11)
    let samples = [
      GraphSample.channels().data, GraphSample.channels(half: true).data,
      GraphSample.channels(half: true, pooled: true).data,
    ]
    for bytes in samples.map(\.array) {
      var outcomes = [0, 0, 0]
      for _ in 0..<3000 {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          changed[Int.random(in: changed.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        outcomes[simplifies(changed).map { $0 ? 0 : 1 } ?? 2] += 1
      }
      #expect(simplifies(bytes) == true)
      #expect(outcomes.allSatisfy { $0 > 0 }, "\(outcomes)")
    }
  }

  /// Simplifies a model and changes it once more; whether there was something to gain, nil when anything threw.
  private func simplifies(_ bytes: [UInt8]) -> Bool? {
    do throws(TasksError) {
      let data = try ParsedModel(ModelData(bytes)).simplified()
      let simple = try ParsedModel(data)
      let changes = GraphChanges(customOperators: try simple.fusedConvolutions().map(\.use))
      _ = try ParsedModel(simple.eliminatingDeadOutputs(keeping: [0], applying: changes)).macs()
      return data.array != bytes
    } catch {
      return nil
    }
  }

  /// Makes all changes of a model's graph that there are; their number, nil when anything threw.
  private func changesGraph(_ bytes: [UInt8]) -> Int? {
    do throws(TasksError) {
      let model = try ParsedModel(ModelData(bytes))
      let uses = try model.fusedConvolutions().map(\.use)
      let changes = GraphChanges(
        customOperators: uses, denseWeights: try model.denseWeights(except: uses))
      _ = try ParsedModel(model.eliminatingDeadOutputs(keeping: Array(model.outputs.indices), applying: changes)).macs()
      return changes.customOperators.count + changes.denseWeights.count
    } catch {
      return nil
    }
  }
}
