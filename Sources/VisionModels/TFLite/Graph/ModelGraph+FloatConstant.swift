import VisionErrors

extension ModelGraph {
  /// The elements of a constant tensor, float32 or float16 that a DEQUANTIZE operator reads.
  ///
  /// - Returns: Nil for other types, for a computed tensor, and when the number of bytes does not fit the shape.
  /// - Throws: `TasksError` with `invalidArgumentError` for a damaged model.
  package func floatConstant(_ index: Int32) throws(TasksError) -> FloatConstant? {
    var stored = index
    if let producer = producers[index] {
      guard producer.name == "DEQUANTIZE", producer.inputs.count == 1, producer.outputs.count == 1 else { return nil }
      stored = producer.inputs[0]
    }
    guard try isConstant(stored) else { return nil }
    let table = try tensor(stored)
    let info = try TensorInfo(table)
    guard info.elementType == (stored == index ? .float32 : .float16), info.quantization == nil,
      info.shape.allSatisfy((1...Self.maxDimension).contains), let bytes = try bytes(of: table)
    else { return nil }
    let constant = FloatConstant(tensor: index, stored: stored, shape: info.shape, bytes: bytes)
    return constant.byteCount == bytes.count ? constant : nil
  }
}
