extension ImageBuffer {
  /// Makes an image whose pixels `fill` writes, given their address and the bytes of a row.
  init(width: Int, height: Int, format: PixelFormat, fill: (UnsafeMutableRawPointer, Int) throws -> Void) throws {
    try self.init(width: width, height: height, format: format)
    let bytesPerRow = bytesPerRow
    try withUnsafeMutableBytes { bytes in
      if let address = bytes.baseAddress { try fill(address, bytesPerRow) }
    }
  }

  /// The same image in another pixel format than gray. Gray becomes equal channels, missing alpha 255.
  package func converted(to target: PixelFormat) throws -> ImageBuffer {
    guard target != format, target != .gray else { return self }
    return try ImageBuffer(width: width, height: height, format: target) {
      copyPixels(to: $0, bytesPerRow: $1, as: target)
    }
  }

  func copyPixels(to destination: UnsafeMutableRawPointer, bytesPerRow destinationRow: Int, as target: PixelFormat) {
    let (red, green, blue, alpha) = format.channelOffsets
    let (targetRed, targetGreen, targetBlue, targetAlpha) = target.channelOffsets
    let (step, targetStep) = (format.bytesPerPixel, target.bytesPerPixel)
    withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      for y in 0..<height {
        let (row, targetRow) = (base + y * bytesPerRow, destination + y * destinationRow)
        if target == format {
          targetRow.copyMemory(from: row, byteCount: width * step)
          continue
        }
        var from = row.assumingMemoryBound(to: UInt8.self)
        var to = targetRow.assumingMemoryBound(to: UInt8.self)
        for _ in 0..<width {
          to[targetRed] = from[red]
          to[targetGreen] = from[green]
          to[targetBlue] = from[blue]
          if let targetAlpha { to[targetAlpha] = alpha.map { from[$0] } ?? 255 }
          from += step
          to += targetStep
        }
      }
    }
  }

  /// The image as RGB if it is RGBA and every pixel is opaque.
  func droppingFullAlpha() throws -> ImageBuffer {
    guard format == .rgba else { return self }
    let isOpaque = withUnsafeBytes { pixels in
      (0..<height).allSatisfy { y in (0..<width).allSatisfy { pixels[y * bytesPerRow + $0 * 4 + 3] == 255 } }
    }
    return isOpaque ? try converted(to: .rgb) : self
  }

  /// Writes the pixels as opaque BGRA, the format of a canvas, to rows of `4 * width` bytes or more; alpha is dropped.
  /// Vectorized, four pixels at a time, since every frame of an annotated video is copied.
  package func copyOpaqueBGRA(to destination: UnsafeMutableRawPointer, bytesPerRow destinationRow: Int) {
    withUnsafeBytes { source in
      guard let base = source.baseAddress else { return }
      for y in 0..<height { copyOpaqueBGRA(row: base + y * bytesPerRow, to: destination + y * destinationRow) }
    }
  }

  func copyOpaqueBGRA(row: UnsafeRawPointer, to destination: UnsafeMutableRawPointer) {
    let to = destination.assumingMemoryBound(to: UInt32.self)
    switch format {
    case .rgb: Self.copyRGB(row, to: to, count: width)
    case .rgba: Self.copyWords(row, to: to, count: width) { $0.byteSwapped >> 8 }
    case .bgra: Self.copyWords(row, to: to, count: width) { $0 }
    case .gray: for x in 0..<width { to[x] = opaque(UInt32(row.load(fromByteOffset: x, as: UInt8.self)) &* 0x010101) }
    }
  }

  private static func copyRGB(_ from: UnsafeRawPointer, to: UnsafeMutablePointer<UInt32>, count: Int) {
    // Four bytes are read for a pixel of three, so the last pixels are read byte by byte.
    let blocks = (count - 1) / 4
    var source = from
    var target = UnsafeMutableRawPointer(to)
    for _ in 0..<blocks {
      func word(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: source.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      let words = SIMD4(word(0), word(3), word(6), word(9))
      let shuffled = words &<< 16 & 0xFF_0000 | words & 0xFF00 | words &>> 16 & 0xFF | 0xFF00_0000
      target.storeBytes(of: shuffled, as: SIMD4<UInt32>.self)
      source += 12
      target += 16
    }
    for x in (4 * blocks)..<count {
      func channel(_ offset: Int) -> UInt32 { UInt32(from.load(fromByteOffset: 3 * x + offset, as: UInt8.self)) }
      to[x] = opaque(channel(0) << 16 | channel(1) << 8 | channel(2))
    }
  }

  @inline(__always)
  private static func copyWords(
    _ from: UnsafeRawPointer, to: UnsafeMutablePointer<UInt32>, count: Int, _ shuffle: (UInt32) -> UInt32
  ) {
    for x in 0..<count {
      to[x] = opaque(shuffle(UInt32(littleEndian: from.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))))
    }
  }
}

/// A word of blue, green and red, from the lowest byte on, with full alpha.
@inline(__always)
private func opaque(_ word: UInt32) -> UInt32 { (word | 0xFF00_0000).littleEndian }

extension PixelFormat {
  fileprivate var channelOffsets: (red: Int, green: Int, blue: Int, alpha: Int?) {
    switch self {
    case .rgb: (0, 1, 2, nil)
    case .rgba: (0, 1, 2, 3)
    case .bgra: (2, 1, 0, 3)
    case .gray: (0, 0, 0, nil)
    }
  }
}
