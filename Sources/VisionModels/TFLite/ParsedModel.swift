import VisionCore

/// The operators of one kind. The name is that of the TensorFlow Lite schema, or the custom code.
package struct OperatorUse: Sendable, Hashable, Encodable {
  package let name: String
  package let count: Int
}

/// The parsed content of a `.tflite` file: tensors, operators and metadata.
package struct ParsedModel: Sendable {
  /// With whatever follows the model.
  package let data: ModelData
  package let inputs: [TensorInfo]
  package let outputs: [TensorInfo]
  package let outputTensors: [Int32]
  /// Equal ones counted each.
  package let operatorCount: Int
  /// In the order of their first use.
  package let operators: [OperatorUse]
  package let metadata: ModelMetadata?

  package init(_ data: ModelData) throws(TasksError) {
    let tables = try ModelTables(data)
    self.data = data
    func info(_ index: Int32) throws(TasksError) -> TensorInfo { try TensorInfo(tables.tensor(index)) }
    inputs = try tables.subgraph.integers(TFLiteSchema.Subgraph.inputs).map(info)
    outputTensors = try tables.subgraph.integers(TFLiteSchema.Subgraph.outputs)
    outputs = try outputTensors.map(info)
    let names = try tables.producers().all.map(\.name)
    let counts = names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var seen: Set<String> = []
    operators = names.filter { seen.insert($0).inserted }.map { OperatorUse(name: $0, count: counts[$0] ?? 0) }
    operatorCount = names.count
    metadata = try Self.metadata(of: tables)
  }

  /// They may still be damaged.
  package static func isModel(_ data: ModelData) -> Bool { FlatBuffer.has(TFLiteSchema.identifier, in: data) }

  package static func name(of code: FlatBufferTable) throws(TasksError) -> String {
    let number = try number(of: code)
    guard number == BuiltinOperator.custom else { return BuiltinOperator.name(of: number) }
    let name = try code.text(TFLiteSchema.OperatorCode.customCode) ?? "CUSTOM"
    guard name.utf8.count <= maximumNameLength else {
      throw code.buffer.damaged("an operator's name has \(name.utf8.count) bytes of at most \(maximumNameLength)")
    }
    return name
  }

  /// Bytes of an operator's name, which each of a model's operators may have. Published ones have up to 30.
  private static let maximumNameLength = 256

  /// Operator codes were one byte once; larger ones are in a second field, and the larger of the two is valid.
  package static func number(of code: FlatBufferTable) throws(TasksError) -> Int32 {
    let short = Int32(try code.integer(TFLiteSchema.OperatorCode.shortBuiltinCode, absent: Int8(0)))
    return max(short, try code.integer(TFLiteSchema.OperatorCode.builtinCode, absent: Int32(0)))
  }

  private static func metadata(of tables: ModelTables) throws(TasksError) -> ModelMetadata? {
    for entry in try tables.model.tables(TFLiteSchema.Model.metadata)
    where try entry.text(TFLiteSchema.Metadata.name) == ModelMetadata.entryName {
      let buffers = try tables.buffers()
      let index = Int(try entry.integer(TFLiteSchema.Metadata.buffer, absent: UInt32(0)))
      guard buffers.indices.contains(index), let bytes = try buffers[index].bytes(TFLiteSchema.Buffer.data) else {
        throw tables.buffer.damaged("its metadata is in buffer \(index), which is not there")
      }
      return try ModelMetadata(bytes, modelFile: tables.buffer.data)
    }
    return nil
  }

  /// A whole number among the settings of a custom operator's first use, such as `max_classes_per_detection` of
  /// `TFLite_Detection_PostProcess`; nil without such an operator or setting.
  package func customOption(_ name: String, ofOperator customOperator: String) throws(TasksError) -> Int? {
    let use = try ModelTables(data).producers().all.first { $0.name == customOperator }?.use
    return try use?.bytes(TFLiteSchema.Operator.customOptions).flatMap(FlexBufferMap.init)?.integer(name)
  }
}
