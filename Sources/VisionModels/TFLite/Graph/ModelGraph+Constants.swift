import VisionCore

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

extension ModelGraph {
  /// The type and quantization of an int8 or uint8 tensor.
  ///
  /// - Returns: Nil for other types, for per-channel scales, and for dynamic shapes.
  package func quantizedTensor(_ index: Int32) throws(TasksError) -> QuantizedTensor? {
    guard let info = try fixedTensor(index), let isSigned = Self.isSigned(info.elementType),
      let quantization = info.quantization, let scale = quantization.scale, Self.isScale(scale),
      let point = quantization.zeroPoint, let zeroPoint = Self.unsigned(point, isSigned: isSigned)
    else { return nil }
    return QuantizedTensor(shape: info.shape, isSigned: isSigned, zeroPoint: zeroPoint, scale: scale)
  }

  /// The elements of a constant int8 or uint8 tensor.
  ///
  /// - Returns: Nil for other types, for several zero points, for a computed tensor, and when the number of bytes does
  ///   not fit the four dimensions.
  package func quantizedConstant(_ index: Int32, isSigned: Bool) throws(TasksError) -> QuantizedConstant? {
    guard try isConstant(index), let info = try fixedTensor(index), Self.isSigned(info.elementType) == isSigned,
      let quantization = info.quantization, quantization.scales.allSatisfy(Self.isScale),
      Set(quantization.zeroPoints).count == 1,
      let zeroPoint = Self.unsigned(quantization.zeroPoints[0], isSigned: isSigned),
      // Kernels use 128 - zero point as int8, so it is at least 1.
      zeroPoint > 0, info.shape.count == 4, let bytes = try bytes(of: tensor(index)),
      info.shape.reduce(1, *) == bytes.count
    else { return nil }
    return QuantizedConstant(
      shape: info.shape, zeroPoint: zeroPoint, scales: quantization.scales, dimension: quantization.dimension,
      bytes: bytes)
  }

  /// Nil for other types than int8 and uint8.
  private static func isSigned(_ type: TensorElementType) -> Bool? {
    switch type {
    case .int8: true
    case .uint8: false
    default: nil
    }
  }

  private static func isScale(_ scale: Float) -> Bool { scale.isNormal && scale > 0 }

  private static func unsigned(_ zeroPoint: Int64, isSigned: Bool) -> UInt8? {
    isSigned ? Int8(exactly: zeroPoint).map { UInt8(bitPattern: $0) ^ 0x80 } : UInt8(exactly: zeroPoint)
  }
}
