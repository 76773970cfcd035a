import VisionErrors

extension TensorInfo {
  /// Reads the description of a tensor.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged one and for an unknown element type.
  package init(_ tensor: FlatBufferTable) throws(TasksError) {
    let type = try tensor.integer(TFLiteSchema.Tensor.type, absent: UInt8(0))
    let name = try tensor.text(TFLiteSchema.Tensor.name) ?? ""
    guard let elementType = TensorElementType(rawValue: type) else {
      throw TasksError.invalidArgument(
        "The tensor \(name) has element type \(type); known are 0...22. Use a newer release or another model.")
    }
    self.init(
      name: name, shape: try tensor.integers(TFLiteSchema.Tensor.shape, as: Int32.self).map(Int.init),
      elementType: elementType,
      quantization: try tensor.table(TFLiteSchema.Tensor.quantization).flatMap(TensorQuantization.init))
  }
}

extension TensorQuantization {
  /// Reads the parameters; nil when there are none.
  package init?(_ table: FlatBufferTable) throws(TasksError) {
    scales = try table.floats(TFLiteSchema.Quantization.scale)
    let zeroPoints: [Int64] = try table.integers(TFLiteSchema.Quantization.zeroPoint)
    dimension = Int(try table.integer(TFLiteSchema.Quantization.dimension, absent: Int32(0)))
    if scales.isEmpty { return nil }
    self.zeroPoints = zeroPoints.isEmpty ? scales.map { _ in 0 } : zeroPoints
    guard scales.count == self.zeroPoints.count else {
      throw table.buffer.damaged(
        "a tensor has \(scales.count.counted("scale")) and \(zeroPoints.count.counted("zero point"))")
    }
  }
}
