import VisionErrors

extension ModelGraph {
  /// How a tensor's bytes stand for numbers.
  ///
  /// - Returns: Nil for other types, for bytes with a scale for each slice, and for extents that only a run knows.
  package func byteTensor(_ index: Int32) throws(TasksError) -> ByteTensor? {
    guard let info = try fixedTensor(index), let isSigned = Self.isSigned(info.elementType),
      let quantization = info.quantization, let step = quantization.scale, Self.isStep(step),
      let point = quantization.zeroPoint, let zero = Self.zero(point, isSigned: isSigned)
    else { return nil }
    return ByteTensor(shape: info.shape, isSigned: isSigned, zero: zero, step: step)
  }

  /// The bytes that the file has of a tensor.
  ///
  /// - Returns: Nil for other types, for slices with different bytes for 0, for what is computed, and for fewer or more bytes than the
  ///   four extents ask for.
  package func byteConstant(_ index: Int32, isSigned: Bool) throws(TasksError) -> ByteConstant? {
    guard try isConstant(index), let info = try fixedTensor(index), Self.isSigned(info.elementType) == isSigned,
      let quantization = info.quantization, quantization.scales.allSatisfy(Self.isStep),
      Set(quantization.zeroPoints).count == 1, let zero = Self.zero(quantization.zeroPoints[0], isSigned: isSigned),
      // 128 and what a byte can be less than that: kernels take it as a signed one.
      zero > 0, info.shape.count == 4, let bytes = try bytes(of: tensor(index)),
      info.shape.reduce(1, *) == bytes.count
    else { return nil }
    return ByteConstant(
      shape: info.shape, zero: zero, steps: quantization.scales, dimension: quantization.dimension, bytes: bytes)
  }

  /// Nil for what are no bytes.
  private static func isSigned(_ type: TensorElementType) -> Bool? {
    switch type {
    case .int8: true
    case .uint8: false
    default: nil
    }
  }

  private static func isStep(_ step: Float) -> Bool { step.isNormal && step > 0 }

  private static func zero(_ point: Int64, isSigned: Bool) -> UInt8? {
    isSigned ? Int8(exactly: point).map { UInt8(bitPattern: $0) ^ 0x80 } : UInt8(exactly: point)
  }
}
