/// What a buffer of a model holds from now on.
package struct BufferContent: Sendable, Hashable {
  /// The buffer's number.
  let buffer: Int
  let bytes: [UInt8]
}
