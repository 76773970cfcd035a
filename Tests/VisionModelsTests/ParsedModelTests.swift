import TestSupport
import Testing
import VisionCore
import VisionModels

@Suite("TensorFlow Lite models")
struct ParsedModelTests {
  @Test("inputs and outputs come with name, shape, type and quantization")
  func tensors() throws {
    let model = try ParsedModel(SampleModel().data)
    #expect(model.inputs.map(\.name) == ["input"])
    #expect(model.outputs.map(\.name) == ["boxes", "scores"])
    #expect(model.outputs[1].shape == [1, 5])
    #expect(model.inputs[0].elementType == .uint8)
    #expect(model.inputs[0].quantization?.scale == 0.5)
    #expect(model.inputs[0].quantization?.zeroPoint == 127)
  }

  @Test("operators are named by their builtin or custom code")
  func operators() throws {
    let model = try ParsedModel(SampleModel().data)
    #expect(model.operatorCount == 3)
    #expect(model.operators.map(\.name) == ["LOGISTIC", "ADD", "Fancy"])
    #expect(model.operators.map(\.count) == [1, 1, 1])
  }

  @Test("a model without metadata is a model all the same")
  func noMetadata() throws {
    #expect(try ParsedModel(SampleModel(metadata: nil).data).metadata == nil)
  }

  @Test("what is no model is refused with code 3")
  func notModels() {
    let whole = SampleModel().bytes
    for bytes in [[], [UInt8](repeating: 0, count: 64), Array("....TFL3".utf8), Array(whole.prefix(100))] {
      #expect(errorCode { _ = try ParsedModel(ModelData(bytes)) } == .invalidArgumentError)
    }
  }
}
