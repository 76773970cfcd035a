import VisionModels

/// What a buffer of a model holds from now on.
struct BufferContent: Sendable {
  /// The buffer's number.
  let buffer: Int
  let piece: BytePiece
}
