import Testing

@testable import LiteRTEngine
@testable import VisionModels

extension ParsedModel {
  /// A model in which the first sum of two computed tensors that a convolution alone reads is a comparison, LESS. The file still
  /// says that its result is floats; the runtime makes it bytes.
  func comparingInsteadOfAdding() throws -> ParsedModel {
    let root = try FlatBuffer(data, identifier: TFLiteSchema.identifier, what: "model").root
    let graph = try #require(try ModelGraph(data))
    let sum = try #require(
      graph.producers.all.first { sum in
        sum.name == "ADD" && graph.onlyReader(of: sum.outputs[0])?.name == "CONV_2D"
          && sum.inputs.allSatisfy { graph.producers[$0] != nil }
      })
    let codes = try root.tables(TFLiteSchema.Model.operatorCodes)
    var patches = BytePatches(byteCount: data.count)
    // A further code, first of an operator of one's own, which nothing uses.
    let use = CustomOperatorUse(name: "LESS", index: sum.index, inputs: [sum.inputs[0]], output: sum.outputs[0])
    _ = try patches.appendOperators([use], of: root)
    patches.write(UInt32(codes.count), at: try #require(try sum.use.fieldPosition(TFLiteSchema.Operator.code)))
    let longer = try patches.apply(to: data)

    let less: UInt32 = 58
    let code = try #require(
      try FlatBuffer(longer, identifier: TFLiteSchema.identifier, what: "model").root
        .tables(TFLiteSchema.Model.operatorCodes).last)
    var number = BytePatches(byteCount: longer.count)
    number.write(less, at: try #require(try code.fieldPosition(TFLiteSchema.OperatorCode.builtinCode)))
    var bytes = try number.apply(to: longer).array
    bytes[try #require(try code.fieldPosition(TFLiteSchema.OperatorCode.shortBuiltinCode))] = UInt8(less)
    let model = try ParsedModel(ModelData(bytes))
    #expect(model.operators.contains { $0.name == "LESS" && $0.count == 1 })
    return model
  }
}

extension ParsedModel {
  /// A model whose outputs are the two tensors that its first CONCATENATION joins, with one list for both purposes.
  func withSharedLists() throws -> ParsedModel {
    let root = try FlatBuffer(data, identifier: TFLiteSchema.identifier, what: "model").root
    let graph = try #require(try ModelGraph(data))
    let join = try #require(graph.producers.all.first { $0.name == "CONCATENATION" && $0.inputs.count == 2 })
    let subgraph = try #require(try root.tables(TFLiteSchema.Model.subgraphs).first)
    let field = try #require(try subgraph.fieldPosition(TFLiteSchema.Subgraph.outputs))
    let list = try #require(try join.use.reference(TFLiteSchema.Operator.inputs))
    // References lead forward only; another number wraps around and is refused when it is read.
    var patches = BytePatches(byteCount: data.count)
    patches.write(UInt32(truncatingIfNeeded: list - field), at: field)
    return try ParsedModel(patches.apply(to: data))
  }
}
