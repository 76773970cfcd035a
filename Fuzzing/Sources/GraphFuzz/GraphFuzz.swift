import FuzzSupport
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

/// Changes of graphs: what was written is read again and has to be the same model.
@main
enum GraphFuzz {
  static func main() {
    Fuzzer.run { bytes in
      guard let model = read(ModelData(bytes)) else { return }
      cut(model)
      guard let simple = simplify(model) else { return }
      takeBlocks(simple)
    }
  }

  private static func read(_ data: ModelData) -> ParsedModel? {
    do throws(TasksError) { return try ParsedModel(data) } catch { return nil }
  }

  /// A model without the dead channels; nil when it is refused.
  private static func simplify(_ model: ParsedModel) -> ParsedModel? {
    let data: ModelData
    do throws(TasksError) { data = try model.simplified() } catch { return nil }
    guard let simple = read(data) else {
      Fuzzer.require(false, "a simplified model cannot be read")
      return nil
    }
    Fuzzer.require(simple.inputs == model.inputs, "simplifying changed the inputs")
    Fuzzer.require(simple.outputs == model.outputs, "simplifying changed the outputs")
    Fuzzer.require(simple.operatorCount <= model.operatorCount, "simplifying added operators")
    return simple
  }

  /// The model with each output alone.
  private static func cut(_ model: ParsedModel) {
    for index in model.outputs.indices.prefix(4) {
      do throws(TasksError) {
        let data = try model.eliminatingDeadOutputs(keeping: [index])
        guard let part = read(data) else { return Fuzzer.require(false, "a cut model cannot be read") }
        Fuzzer.require(part.outputs == [model.outputs[index]], "the wrong output was kept")
        let origin = try model.origin(ofOutput: index, throughLogistic: true)
        _ = try model.replacingOutputs(by: [origin])
      } catch {}
    }
  }

  /// The model with our operators in the convolutions' places.
  private static func takeBlocks(_ model: ParsedModel) {
    do throws(TasksError) {
      let blocks = try model.fusedConvolutions()
      let uses = blocks.map(\.use)
      let changes = GraphChanges(customOperators: uses, denseWeights: try model.denseWeights(except: uses))
      let data = try model.eliminatingDeadOutputs(keeping: Array(model.outputs.indices), applying: changes)
      guard let changed = read(data) else { return Fuzzer.require(false, "a model with our operators cannot be read") }
      Fuzzer.require(changed.outputs == model.outputs, "our operators changed the outputs")
      let names = Set(changed.operators.map(\.name))
      // An operator that no output depends on is gone.
      Fuzzer.require(
        uses.isEmpty || !names.isDisjoint(with: uses.map(\.name)) || changed.operatorCount < model.operatorCount,
        "our operators are not there")
      _ = try changed.macs()
      _ = try changed.packsEachConstantOnce()
    } catch {}
  }
}
