import VisionCore

/// A tensor whose description has been verified: its shape, size, quantization and stored elements.
struct VerifiedTensor {
  /// The maximum number of dimensions; LiteRT's layouts have no more.
  static let maximumRank = 8
  static let maximumDimension = 1 << 24
  static var dimensionRange: ClosedRange<Int> { 1...maximumDimension }

  let index: Int
  let shape: [Int]
  let elementType: TensorElementType
  let quantization: TensorQuantization?
  let constant: ModelData?
  let isSparse: Bool
  let count: Int

  var byteCount: Int { count * (elementType.byteCount ?? 1) }
  var isFloat: Bool { elementType == .float32 }
  var isByte: Bool { elementType == .int8 || elementType == .uint8 }

  init(_ table: FlatBufferTable, index: Int, buffers: [FlatBufferTable], anyType: Bool) throws(TasksError) {
    typealias Slot = TFLiteSchema.Tensor
    self.index = index
    let type = try table.integer(Slot.type, absent: UInt8(0))
    guard let elementType = TensorElementType(rawValue: type), anyType || elementType.byteCount != nil else {
      let name = TensorElementType(rawValue: type).map { "\($0)" } ?? "number \(type)"
      throw Self.refusal(index, "has elements of type \(name), which this package does not support")
    }
    self.elementType = elementType
    shape = try table.integers(Slot.shape, as: Int32.self).map(Int.init)
    guard shape.count <= Self.maximumRank, shape.allSatisfy(Self.dimensionRange.contains) else {
      throw Self.refusal(
        index, "has the shape \(shape); allowed are \(Self.maximumRank) dimensions of 1 to \(Self.maximumDimension)")
    }
    guard let count = shape.product, count <= ModelBudget.byteLimit else {
      throw Self.refusal(index, "has the shape \(shape); at most \(ModelBudget.byteLimit) elements are allowed")
    }
    self.count = count
    let signature = try table.integers(Slot.shapeSignature, as: Int32.self).map(Int.init)
    guard signature.isEmpty || signature.count == shape.count,
      zip(signature, shape).allSatisfy({ $0 == -1 || $0 == $1 })
    else { throw Self.refusal(index, "has the shape \(shape) and the signature \(signature), which contradict") }
    guard try table.integer(Slot.isVariable, absent: UInt8(0)) == 0 else {
      throw Self.refusal(index, "is a variable; only models without state are supported")
    }
    quantization = try Self.quantization(of: table, index: index, shape: shape, elementType: elementType)
    let buffer = Int(try table.integer(Slot.buffer, absent: UInt32(0)))
    guard buffers.indices.contains(buffer) || buffer == 0 else {
      throw Self.refusal(index, "names buffer \(buffer); there are \(buffers.count)")
    }
    // Buffer 0 means "no buffer", whatever its content.
    let bytes = buffer == 0 ? nil : try buffers[buffer].bytes(TFLiteSchema.Buffer.data)
    constant = bytes.flatMap { $0.count == 0 ? nil : $0 }
    let sparsity = try table.table(Slot.sparsity)
    isSparse = sparsity != nil
    guard let constant else {
      guard sparsity == nil else { throw Self.refusal(index, "is sparse without elements in the file") }
      return
    }
    if let sparsity {
      let stored = try SparsityCheck(sparsity, shape: shape, tensor: index).storedCount
      guard let size = elementType.byteCount, stored * size == constant.count else {
        throw Self.refusal(index, "stores \(stored.counted("element")) in \(constant.count.counted("byte"))")
      }
    } else if let size = elementType.byteCount, count * size != constant.count {
      throw Self.refusal(
        index,
        "has the shape \(shape) of \(elementType) and \(constant.count.counted("byte")); \(count * size) are needed")
    }
  }

  static func refusal(_ index: Int, _ what: String) -> TasksError {
    TasksError.invalidArgument("The model is refused: tensor \(index) \(what). Fetch or convert it again.")
  }

  /// The allowed scales, within the range of the runtime's 32-bit arithmetic.
  static let scales: ClosedRange<Float> = 1e-20...1e10

  /// The verified quantization; nil without one. Scales have to be positive and finite, zero points of the type, and
  /// there is one scale or as many as the dimension's size.
  static func quantization(
    of tensor: FlatBufferTable, index: Int, shape: [Int], elementType: TensorElementType
  ) throws(TasksError) -> TensorQuantization? {
    typealias Slot = TFLiteSchema.Quantization
    guard let table = try tensor.table(TFLiteSchema.Tensor.quantization) else { return nil }
    guard try table.integer(Slot.detailsType, absent: UInt8(0)) == 0 else {
      throw refusal(index, "has custom or block-wise quantization; only scales and zero points are supported")
    }
    let zeroPoints = try table.integers(Slot.zeroPoint, as: Int64.self)
    guard let found = try TensorQuantization(table) else { return nil }
    guard zeroPoints.count == found.scales.count else {
      throw refusal(index, "has \(found.scales.count.counted("scale")) and \(zeroPoints.count.counted("zero point"))")
    }
    guard found.dimension >= 0, found.dimension < max(shape.count, 1) else {
      throw refusal(index, "is quantized along dimension \(found.dimension) of \(shape.count)")
    }
    guard found.scales.count == 1 || (!shape.isEmpty && found.scales.count == shape[found.dimension]) else {
      throw refusal(
        index, "has \(found.scales.count.counted("scale")) along dimension \(found.dimension) of the shape \(shape)")
    }
    for scale in found.scales where !scales.contains(scale) {
      throw refusal(index, "has the scale \(scale); allowed are \(scales.lowerBound) to \(scales.upperBound)")
    }
    let allowed = zeroPointRange(of: elementType)
    for zeroPoint in found.zeroPoints where !allowed.contains(zeroPoint) {
      throw refusal(
        index, "has the zero point \(zeroPoint); \(elementType) allows \(allowed.lowerBound) to \(allowed.upperBound)")
    }
    return found
  }

  private static func zeroPointRange(of type: TensorElementType) -> ClosedRange<Int64> {
    switch type {
    case .uint8: 0...255
    case .int8: -128...127
    case .int16: -32768...32767
    default: 0...0
    }
  }
}
