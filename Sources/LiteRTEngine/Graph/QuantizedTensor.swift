import VisionCore
import VisionModels

/// An int8 or uint8 tensor.
struct QuantizedTensor {
  let shape: [Int]
  let isSigned: Bool
  /// The zero point as uint8; that of int8 is shifted by 128.
  let zeroPoint: UInt8
  let scale: Float

  /// Bounds as uint8, rounded to nearest even; nil unless 0 lies between them.
  func bounds(_ numbers: ClosedRange<Float>) -> ClosedRange<UInt8>? {
    func byte(_ number: Float) -> UInt8 {
      // In the model's own type, as rounding to even depends on it.
      let lift: Float = isSigned ? 128 : 0
      let stored = min(max(number / scale + (Float(zeroPoint) - lift), -lift), 255 - lift)
      return UInt8(stored.rounded(.toNearestOrEven) + lift)
    }
    let (minimum, maximum) = (byte(numbers.lowerBound), byte(numbers.upperBound))
    return minimum <= zeroPoint && zeroPoint <= maximum ? minimum...maximum : nil
  }
}

struct QuantizedConstant {
  let shape: [Int]
  let zeroPoint: UInt8
  /// One scale, or one for each slice along `dimension`.
  let scales: [Float]
  let dimension: Int
  let bytes: ModelData

  /// Nil when the scales belong to another dimension.
  func scales(count: Int, dimension: Int) -> [Float]? {
    if scales.count == 1 { return [Float](repeating: scales[0], count: count) }
    return scales.count == count && self.dimension == dimension ? scales : nil
  }
}

extension ModelGraph {
  /// Nil for other types, for per-channel scales, and for dynamic shapes.
  func quantizedTensor(_ index: Int32) throws(TasksError) -> QuantizedTensor? {
    guard let info = try fixedTensor(index), let isSigned = Self.isSigned(info.elementType),
      let quantization = info.quantization, let scale = quantization.scale, Self.isScale(scale),
      let point = quantization.zeroPoint, let zeroPoint = Self.unsigned(point, isSigned: isSigned)
    else { return nil }
    return QuantizedTensor(shape: info.shape, isSigned: isSigned, zeroPoint: zeroPoint, scale: scale)
  }

  /// The input of a QUANTIZE operator that only changes the type: the same numbers, of the same scale, as uint8 and as
  /// int8. Converted models begin with one, since images are uint8. Nil for other tensors.
  func otherType(of index: Int32) throws(TasksError) -> Int32? {
    guard let producer = producers[index], producer.name == "QUANTIZE", producer.inputs.count == 1,
      try !isConstant(producer.inputs[0]),
      let result = try quantizedTensor(index), let source = try quantizedTensor(producer.inputs[0]),
      source.isSigned != result.isSigned, source.shape == result.shape, source.scale == result.scale,
      source.zeroPoint == result.zeroPoint
    else { return nil }
    return producer.inputs[0]
  }

  /// Nil for other types, for several zero points, for a computed tensor, and when the number of bytes does not fit.
  func quantizedConstant(_ index: Int32, isSigned: Bool) throws(TasksError) -> QuantizedConstant? {
    guard try isConstant(index), let info = try fixedTensor(index), Self.isSigned(info.elementType) == isSigned,
      let quantization = info.quantization, quantization.scales.allSatisfy(Self.isScale),
      Set(quantization.zeroPoints).count == 1,
      let zeroPoint = Self.unsigned(quantization.zeroPoints[0], isSigned: isSigned),
      // Kernels use 128 - zero point as int8, so it is at least 1.
      zeroPoint > 0, let bytes = try bytes(of: tensor(index)), info.shape.product == bytes.count
    else { return nil }
    return QuantizedConstant(
      shape: info.shape, zeroPoint: zeroPoint, scales: quantization.scales, dimension: quantization.dimension,
      bytes: bytes)
  }

  private static func isSigned(_ type: TensorElementType) -> Bool? {
    type == .int8 ? true : type == .uint8 ? false : nil
  }

  private static func isScale(_ scale: Float) -> Bool { scale.isNormal && scale > 0 }

  private static func unsigned(_ zeroPoint: Int64, isSigned: Bool) -> UInt8? {
    isSigned ? Int8(exactly: zeroPoint).map { UInt8(bitPattern: $0) ^ 0x80 } : UInt8(exactly: zeroPoint)
  }
}
