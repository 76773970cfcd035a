import VisionErrors
import VisionModels

/// Constant floats that only one operator reads, in a buffer that nothing else uses, so that they may be changed.
struct OwnConstant {
  let numbers: FloatConstant
  /// The index of their buffer.
  let buffer: Int

  /// The tensors that hold them: with float16 also the DEQUANTIZE operator's output.
  var tensors: [Int32] { numbers.isHalf ? [numbers.tensor, numbers.stored] : [numbers.tensor] }

  func content(_ piece: BytePiece) -> BufferContent { BufferContent(buffer: buffer, piece: piece) }
}

extension ModelGraph {
  /// The floats of a tensor that only one operator reads, in a buffer that nothing else uses; nil for others.
  func ownConstant(_ index: Int32) throws(TasksError) -> OwnConstant? {
    guard let numbers = try floatConstant(index), onlyReader(of: index) != nil,
      onlyReader(of: numbers.stored) != nil, try floatShape(of: index) == numbers.shape
    else { return nil }
    let table = try tensor(numbers.stored)
    let signature = try table.integers(TFLiteSchema.Tensor.shapeSignature, as: Int32.self).map(Int.init)
    guard signature.isEmpty || signature == numbers.shape, let buffer = try ownBuffer(of: table) else { return nil }
    return OwnConstant(numbers: numbers, buffer: buffer)
  }
}
