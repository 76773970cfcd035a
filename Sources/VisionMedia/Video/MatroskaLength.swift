/// The length that a Matroska or WebM file states. FFmpeg reports a regular end where such a file was truncated.
enum MatroskaLength {
  /// The number of bytes that suffice to find it.
  static let headerLength = 4096

  /// The stated file size in bytes; nil for other formats and if not stated.
  static func declared(in bytes: ByteReader) -> Int? {
    // The header's element, then the segment's: each an ID, a length, and the content.
    guard bytes.uint32(at: 0, .big) == 0x1A45_DFA3, let header = length(in: bytes, at: 4) else { return nil }
    let (segment, overflows) = (4 + header.byteCount).addingReportingOverflow(header.value)
    guard !overflows, bytes.uint32(at: segment, .big) == 0x1853_8067, let content = length(in: bytes, at: segment + 4)
    else { return nil }
    let (end, endOverflows) = (segment + 4 + content.byteCount).addingReportingOverflow(content.value)
    return endOverflows ? nil : end
  }

  /// A length of 1 to 8 bytes; the leading zero bits are its size. Nil where all other bits are ones, which means that
  /// the length was unknown when the file was begun.
  private static func length(in bytes: ByteReader, at offset: Int) -> (value: Int, byteCount: Int)? {
    guard let first = bytes.uint8(at: offset), first != 0 else { return nil }
    let byteCount = UInt8(first).leadingZeroBitCount + 1
    var value = first & (0xFF >> byteCount)
    var isUnknown = value == 0xFF >> byteCount
    for index in 1..<max(byteCount, 1) {
      guard let next = bytes.uint8(at: offset + index) else { return nil }
      isUnknown = isUnknown && next == 0xFF
      value = value << 8 | next
    }
    return isUnknown ? nil : (value, byteCount)
  }
}
