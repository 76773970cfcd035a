import VisionErrors

extension TFLiteModel {
  /// A whole number among the settings of a custom operator.
  ///
  /// - Parameters:
  ///   - name: The setting, such as `max_classes_per_detection`.
  ///   - customOperator: The operator's name, such as `TFLite_Detection_PostProcess`; its first use counts.
  /// - Returns: The number, or nil when the model has no such operator or the operator no such setting.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  public func customOption(_ name: String, ofOperator customOperator: String) throws(TasksError) -> Int? {
    let model = try FlatBuffer(data, identifier: TFLiteSchema.identifier, what: "TensorFlow Lite model").root
    guard let subgraph = try model.tables(TFLiteSchema.Model.subgraphs).first else { return nil }
    let codes = try model.tables(TFLiteSchema.Model.operatorCodes)
    for use in try subgraph.tables(TFLiteSchema.Subgraph.operators) {
      let code = Int(try use.integer(TFLiteSchema.Operator.code, absent: UInt32(0)))
      guard codes.indices.contains(code), try codes[code].text(TFLiteSchema.OperatorCode.customCode) == customOperator
      else { continue }
      return try use.bytes(TFLiteSchema.Operator.customOptions).flatMap(FlexBufferMap.init)?.integer(name)
    }
    return nil
  }
}
