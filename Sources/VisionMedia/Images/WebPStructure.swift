/// The chunks of a WebP file in the extended layout.
struct WebPStructure {
  /// Whether the file is marked as an animation.
  let isAnimated: Bool
  /// The size of the canvas in pixels.
  let width: Int
  let height: Int
  /// The duration of each frame in milliseconds.
  let frameDurations: [Int]

  /// Reads the chunks; nil for a file in the simple layout, which holds one image.
  init?(_ bytes: ByteReader) {
    guard bytes.matches("WEBP", at: 8), bytes.matches("VP8X", at: 12), let flags = bytes.uint8(at: 20),
      let width = Self.uint24(bytes, at: 24), let height = Self.uint24(bytes, at: 27)
    else { return nil }
    isAnimated = flags & 2 != 0
    (self.width, self.height) = (width + 1, height + 1)
    var durations: [Int] = []
    var position = 12
    while let length = bytes.uint32(at: position + 4, .little) {
      if bytes.matches("ANMF", at: position), let duration = Self.uint24(bytes, at: position + 20) {
        durations.append(duration)
      }
      position += 8 + length + length % 2
    }
    frameDurations = durations
  }

  private static func uint24(_ bytes: ByteReader, at offset: Int) -> Int? {
    guard let low = bytes.uint16(at: offset, .little), let high = bytes.uint8(at: offset + 2) else { return nil }
    return high << 16 | low
  }
}
