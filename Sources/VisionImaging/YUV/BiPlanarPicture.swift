/// A picture of luminance and, at half the size, Cb and Cr in turn: the 4:2:0 layout of phone cameras.
package struct BiPlanarPicture {
  /// The first row of the luminance, of one byte a pixel.
  package let luma: UnsafeRawPointer
  /// The first row of the chroma, of two bytes for two by two pixels.
  package let chroma: UnsafeRawPointer
  package let lumaBytesPerRow: Int
  package let chromaBytesPerRow: Int
  package let width: Int
  package let height: Int

  package init(
    luma: UnsafeRawPointer, lumaBytesPerRow: Int, chroma: UnsafeRawPointer, chromaBytesPerRow: Int, width: Int,
    height: Int
  ) {
    self.luma = luma
    self.chroma = chroma
    self.lumaBytesPerRow = lumaBytesPerRow
    self.chromaBytesPerRow = chromaBytesPerRow
    self.width = width
    self.height = height
  }

  /// The picture in RGB; two by two pixels share their chroma.
  ///
  /// - Throws: `TasksError` with `invalidArgumentError` for a size that pictures may not have.
  package func rgb(_ coefficients: YUVCoefficients) throws -> ImageBuffer {
    var result = try ImageBuffer(width: width, height: height, format: .rgb)
    let bytesPerRow = result.bytesPerRow
    result.withUnsafeMutableBytes { bytes in
      guard let base = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
      for y in 0..<height { convertRow(y, coefficients, to: base + y * bytesPerRow) }
    }
    return result
  }

  private func convertRow(_ y: Int, _ c: YUVCoefficients, to target: UnsafeMutablePointer<UInt8>) {
    let luma = (luma + y * lumaBytesPerRow).assumingMemoryBound(to: UInt8.self)
    let chroma = (chroma + y / 2 * chromaBytesPerRow).assumingMemoryBound(to: UInt8.self)
    var target = target
    // The sums cannot overflow; see `YUVCoefficients`.
    for pair in 0..<(width + 1) / 2 {
      let cb = Int32(chroma[2 * pair]) &- 128
      let cr = Int32(chroma[2 * pair + 1]) &- 128
      let red = 32768 &+ c.redFromCr &* cr
      let green = 32768 &+ c.greenFromCb &* cb &+ c.greenFromCr &* cr
      let blue = 32768 &+ c.blueFromCb &* cb
      for x in 2 * pair..<min(2 * pair + 2, width) {
        let gray = (Int32(luma[x]) &- c.lumaOffset) &* c.luma
        target[0] = UInt8(clamping: (gray &+ red) >> 16)
        target[1] = UInt8(clamping: (gray &+ green) >> 16)
        target[2] = UInt8(clamping: (gray &+ blue) >> 16)
        target += 3
      }
    }
  }
}
