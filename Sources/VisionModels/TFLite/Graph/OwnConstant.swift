/// Numbers of a model that one operator reads and nothing else has a part in, so that they may be changed.
struct OwnConstant {
  let numbers: FloatConstant
  /// The number of the buffer that holds them.
  let buffer: Int

  /// The tensors that stand for the numbers.
  var tensors: [Int32] { numbers.isHalf ? [numbers.tensor, numbers.stored] : [numbers.tensor] }

  func content(_ piece: BytePiece) -> BufferContent { BufferContent(buffer: buffer, piece: piece) }
}
