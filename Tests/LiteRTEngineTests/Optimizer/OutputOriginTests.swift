import TestSupport
import Testing
import VisionCore

@testable import LiteRTEngine
@testable import VisionModels

@Suite("Outputs read before the operators that only move them")
struct OutputOriginTests {
  private func origin(_ model: GridModel, throughLogistic: Bool = true) throws -> OutputOrigin {
    try model.model.origin(ofOutput: 0, throughLogistic: throughLogistic)
  }

  @Test("Bytes: the grids, and the rounding of the logistic function")
  func quantized() throws {
    let origin = try origin(GridModel())
    #expect(origin.tensors == [1, 2])
    #expect(origin.infos.map(\.name) == ["fine", "coarse"] && origin.count == 30)
    guard case .roundedLogistic(let rounding) = origin.function else {
      Issue.record("\(origin.function)")
      return
    }
    #expect(rounding.scale == 1 / 256 && rounding.zeroPoint == -128)
  }

  @Test("Floats: the grids' logits")
  func floats() throws {
    let origin = try origin(GridModel(isQuantized: false))
    #expect(origin.tensors == [1, 2] && origin.function == .logistic)
  }

  @Test("A logistic function that must stay ends the search for an output's origin")
  func withLogistic() throws {
    let bytes = try origin(GridModel(), throughLogistic: false)
    #expect(bytes.tensors == [6] && bytes.function == .identity && bytes.infos[0].elementType == .int8)
    let floats = try origin(GridModel(isQuantized: false), throughLogistic: false)
    #expect(floats.tensors == [6] && floats.function == .identity)
  }

  @Test("Elements that are joined in turn, changed on the way or of other scales are not followed")
  func obstacles() throws {
    #expect(try origin(GridModel(axis: 2)).tensors == [5])
    #expect(try origin(GridModel(axis: -1)).tensors == [5])
    #expect(try origin(GridModel(axis: -2)).tensors == [1, 2])
    #expect(try origin(GridModel(axis: 9)).tensors == [5])
    #expect(try origin(GridModel(activation: 1)).tensors == [5])
    #expect(try origin(GridModel(secondScale: 0.25)).tensors == [5])
    // Joined with the input, which no operator computes.
    #expect(try origin(GridModel(isQuantized: false, joined: [3, 0])).tensors == [5])
  }

  @Test("A damaged model with cycles or repeated tensors terminates")
  func circles() throws {
    // Nothing is left out of a model in which an operator reads what it computes.
    #expect(try origin(GridModel(joined: [3, 5])).tensors == [7])
    #expect(try origin(GridModel(joined: Array(repeating: 3, count: 500))).tensors == [5])
    #expect(errorCode { _ = try origin(GridModel(joined: [3, 99])) } == .invalidArgumentError)
  }

  @Test("Other operators' outputs and models with control flow are read where they are")
  func others() throws {
    let sample = try ParsedModel(SampleModel().data)
    #expect(try sample.origin(ofOutput: 1, throughLogistic: true) == sample.identity(ofOutput: 1))
    let flow = try ParsedModel(SampleModel(subgraphCount: 2).data)
    #expect(try flow.origin(ofOutput: 0, throughLogistic: true) == flow.identity(ofOutput: 0))
    #expect(errorCode { _ = try sample.origin(ofOutput: 2, throughLogistic: true) } == .invalidArgumentError)
    #expect(errorCode { _ = try sample.identity(ofOutput: -1) } == .invalidArgumentError)
  }

  @Test("The new model has the grids for outputs and none of the operators after them", arguments: [false, true])
  func replacing(hasSignature: Bool) throws {
    let grid = GridModel(hasSignature: hasSignature)
    let model = try grid.model
    let origin = try origin(grid)
    let bytes = try model.replacingOutputs(by: [origin])
    let cut = try ParsedModel(bytes)
    #expect(cut.outputs == origin.infos && cut.inputs == model.inputs)
    #expect(cut.operators == [OperatorUse(name: "Grid", count: 2)])
    let signatures = try FlatBuffer(bytes, identifier: "TFL3", what: "model").root.tables(TFLiteSchema.Model.signatures)
    #expect(signatures.isEmpty)
    // The original is as it was.
    #expect(try ParsedModel(model.data).operatorCount == 7)
  }

  @Test("Without operators to remove nothing is copied; an empty list and repeated tensors are refused")
  func limits() throws {
    let model = try GridModel().model
    let same = try model.replacingOutputs(by: [model.identity(ofOutput: 0)])
    #expect(same.withUnsafeBytes { $0.baseAddress } == model.data.withUnsafeBytes { $0.baseAddress })
    #expect(errorCode { _ = try model.replacingOutputs(by: []) } == .invalidArgumentError)
    let origin = try origin(GridModel())
    #expect(errorCode { _ = try model.replacingOutputs(by: [origin, origin]) } == .invalidArgumentError)
  }

  @Test(
    "The published detectors lose their last operators",
    .needs(.shared))
  func published() throws {
    for (name, function) in [("int8", false), ("float16", true)] {
      let path = try SharedFolder.model("efficientdet_lite0_\(name).tflite")
      let model = try ParsedModel(ModelData(contentsOfFile: path))
      let origins = try [0, 1].map { try model.origin(ofOutput: $0, throughLogistic: true) }
      #expect(origins.map(\.count) == [19206 * 90, 19206 * 4])
      #expect(origins.map(\.tensors.count) == [5, 5])
      #expect((origins[0].function == .logistic) == function && origins[1].function == .identity)
      let cut = try ParsedModel(model.replacingOutputs(by: origins))
      let gone = Set(["RESHAPE", "CONCATENATION", "LOGISTIC"])
      #expect(gone.isDisjoint(with: cut.operators.map(\.name)))
    }
  }
}
