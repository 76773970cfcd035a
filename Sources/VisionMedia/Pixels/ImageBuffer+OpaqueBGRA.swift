import VisionImaging

extension ImageBuffer {
  /// Writes the pixels as blue, green, red, 255, whatever their alpha is: what a canvas holds and a screen shows.
  ///
  /// A pixel is one word, turned around in a register; a canvas is made for every frame of an annotated video.
  ///
  /// - Parameters:
  ///   - destination: Memory for `bytesPerRow * height` bytes.
  ///   - destinationRow: The distance between its rows, at least `4 * width`.
  func copyOpaqueBGRA(to destination: UnsafeMutableRawPointer, bytesPerRow destinationRow: Int) {
    withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      for y in 0..<height {
        let from = base + y * bytesPerRow
        let to = (destination + y * destinationRow).assumingMemoryBound(to: UInt32.self)
        switch format {
        case .rgb: Self.copyRGB(from, to: to, count: width)
        case .rgba: Self.copyWords(from, to: to, count: width) { $0.byteSwapped >> 8 }
        case .bgra: Self.copyWords(from, to: to, count: width) { $0 }
        case .gray:
          for x in 0..<width { to[x] = opaque(UInt32(from.load(fromByteOffset: x, as: UInt8.self)) &* 0x010101) }
        }
      }
    }
  }

  private static func copyRGB(_ from: UnsafeRawPointer, to: UnsafeMutablePointer<UInt32>, count: Int) {
    // Four bytes are read for a pixel of three, so the last pixel is read byte by byte.
    for x in 0..<(count - 1) {
      let word = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: 3 * x, as: UInt32.self))
      to[x] = opaque(word.byteSwapped >> 8)
    }
    let last = from + 3 * (count - 1)
    func channel(_ offset: Int) -> UInt32 { UInt32(last.load(fromByteOffset: offset, as: UInt8.self)) }
    to[count - 1] = opaque(channel(0) << 16 | channel(1) << 8 | channel(2))
  }

  @inline(__always)
  private static func copyWords(
    _ from: UnsafeRawPointer, to: UnsafeMutablePointer<UInt32>, count: Int, _ turn: (UInt32) -> UInt32
  ) {
    for x in 0..<count {
      to[x] = opaque(turn(UInt32(littleEndian: from.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))))
    }
  }
}

/// A word of blue, green and red, from the lowest byte on, with full alpha.
@inline(__always)
private func opaque(_ word: UInt32) -> UInt32 { (word | 0xFF00_0000).littleEndian }
