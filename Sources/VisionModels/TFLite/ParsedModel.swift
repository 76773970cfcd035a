import VisionCore

/// The parsed content of a `.tflite` file: tensors, operators and metadata.
package struct ParsedModel: Sendable {
  /// The bytes of the model, with whatever follows it.
  package let data: ModelData
  package let inputs: [TensorInfo]
  package let outputs: [TensorInfo]
  package let outputTensors: [Int32]
  /// The number of operators, equal ones counted each.
  package let operatorCount: Int
  /// The operators by name, in the order of their first use.
  package let operators: [OperatorUse]
  /// Labels, normalization and so on; nil when the model has no metadata.
  package let metadata: ModelMetadata?

  /// Reads the model's first subgraph and its metadata.
  package init(_ data: ModelData) throws(TasksError) {
    let buffer = try FlatBuffer(model: data)
    let model = try buffer.root
    guard let subgraph = try model.tables(TFLiteSchema.Model.subgraphs).first else {
      throw buffer.damaged("it has no subgraph")
    }
    let tensors = try subgraph.tables(TFLiteSchema.Subgraph.tensors)
    self.data = data
    inputs = try Self.tensors(subgraph.integers(TFLiteSchema.Subgraph.inputs), of: tensors)
    outputTensors = try subgraph.integers(TFLiteSchema.Subgraph.outputs)
    outputs = try Self.tensors(outputTensors, of: tensors)
    let names = try OperatorProducers(subgraph, codes: model.tables(TFLiteSchema.Model.operatorCodes)).all.map(\.name)
    let counts = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var seen: Set<String> = []
    operators = names.filter { seen.insert($0).inserted }.map { OperatorUse(name: $0, count: counts[$0] ?? 0) }
    operatorCount = names.count
    metadata = try Self.metadata(of: model)
  }

  /// Whether bytes have the identifier of a TensorFlow Lite model; they may still be damaged.
  package static func isModel(_ data: ModelData) -> Bool { FlatBuffer.has(TFLiteSchema.identifier, in: data) }

  private static func tensors(
    _ indices: [Int32], of tensors: [FlatBufferTable]
  ) throws(TasksError) -> [TensorInfo] {
    try indices.map { index throws(TasksError) in
      guard tensors.indices.contains(Int(index)) else {
        throw TasksError.invalidArgument(
          "The model file is damaged: it names tensor \(index) of \(tensors.count). Fetch or copy it again.")
      }
      return try TensorInfo(tensors[Int(index)])
    }
  }

  package static func operatorNames(_ codes: [FlatBufferTable]) throws(TasksError) -> [String] {
    try codes.map(name(of:))
  }

  package static func name(of code: FlatBufferTable) throws(TasksError) -> String {
    let number = try number(of: code)
    guard number == BuiltinOperator.custom else { return BuiltinOperator.name(of: number) }
    return try code.text(TFLiteSchema.OperatorCode.customCode) ?? "CUSTOM"
  }

  /// Operator codes were one byte once; larger ones are in a second field, and the larger of the two is valid.
  package static func number(of code: FlatBufferTable) throws(TasksError) -> Int32 {
    let short = Int32(try code.integer(TFLiteSchema.OperatorCode.shortBuiltinCode, absent: Int8(0)))
    return max(short, try code.integer(TFLiteSchema.OperatorCode.builtinCode, absent: Int32(0)))
  }

  private static func metadata(of model: FlatBufferTable) throws(TasksError) -> ModelMetadata? {
    for entry in try model.tables(TFLiteSchema.Model.metadata)
    where try entry.text(TFLiteSchema.Metadata.name) == ModelMetadata.entryName {
      let buffers = try model.tables(TFLiteSchema.Model.buffers)
      let index = Int(try entry.integer(TFLiteSchema.Metadata.buffer, absent: UInt32(0)))
      guard buffers.indices.contains(index), let bytes = try buffers[index].bytes(TFLiteSchema.Buffer.data) else {
        throw model.buffer.damaged("its metadata is in buffer \(index), which is not there")
      }
      return try ModelMetadata(bytes, modelFile: model.buffer.data)
    }
    return nil
  }
}

package struct OperatorUse: Sendable, Hashable {
  /// The operator's name in the TensorFlow Lite schema, or its custom code.
  package let name: String
  package let count: Int
}

extension ParsedModel {
  /// A whole number among the settings of a custom operator's first use, such as `max_classes_per_detection` of
  /// `TFLite_Detection_PostProcess`; nil without such an operator or setting.
  package func customOption(_ name: String, ofOperator customOperator: String) throws(TasksError) -> Int? {
    let model = try FlatBuffer(model: data).root
    guard let subgraph = try model.tables(TFLiteSchema.Model.subgraphs).first else { return nil }
    let producers = try OperatorProducers(subgraph, codes: model.tables(TFLiteSchema.Model.operatorCodes))
    let use = producers.all.first { $0.name == customOperator }?.use
    return try use?.bytes(TFLiteSchema.Operator.customOptions).flatMap(FlexBufferMap.init)?.integer(name)
  }
}
