import VisionModels

/// The new content of a model's buffer.
struct BufferContent: Sendable {
  /// The buffer's index.
  let buffer: Int
  let piece: BytePiece
}
