import NIOCore

extension OutputTensor {
  /// The size of the elements in binary form, in bytes.
  var byteCount: Int {
    switch values {
    case .texts(let texts): texts.reduce(0) { $0 + 4 + $1.utf8.count }
    default: values.count * (values.type.byteCount ?? 0)
    }
  }

  /// Appends the elements in binary form: little-endian, texts with their length in 4 bytes before them.
  func write(to buffer: inout ByteBuffer) {
    switch values {
    case .int32(let values): for value in values { buffer.writeInteger(value, endianness: .little) }
    case .int64(let values): for value in values { buffer.writeInteger(value, endianness: .little) }
    case .float32(let values): Self.write(values, to: &buffer)
    case .texts(let texts):
      for text in texts {
        buffer.writeInteger(UInt32(clamping: text.utf8.count), endianness: .little)
        buffer.writeString(text)
      }
    }
  }

  private static func write(_ values: [Float], to buffer: inout ByteBuffer) {
    #if _endian(little)
      // Masks have millions of values.
      values.withUnsafeBytes { _ = buffer.writeBytes($0) }
    #else
      for value in values { buffer.writeInteger(value.bitPattern, endianness: .little) }
    #endif
  }
}
