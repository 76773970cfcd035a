import Foundation

/// An upper bound on the memory of decoding an image and working on it, from its header alone.
package struct ImageCost: Sendable, Hashable {
  /// Bytes per pixel: 16-bit decoded channels, the 8-bit copy, the upright copy and the annotated copy.
  package static let bytesPerPixel = 16

  /// The maximum number of pixels that may be decoded.
  package let pixels: Int
  /// The memory in bytes.
  package let bytes: Int

  /// The cost of an image file.
  ///
  /// - Parameters:
  ///   - start: The file's first bytes, `ImageHeader.headLength` of them are enough.
  ///   - byteCount: The file's length; it is read into memory as a whole.
  ///   - pixelLimit: The maximum number of pixels, also assumed for files whose header does not state a size.
  package init(start: Data, byteCount: Int, pixelLimit: Int) {
    // At least 1: a limit of 0 would mean no limit.
    self.init(
      pixels: min(max(ImageHeader.pixelCount(in: start) ?? pixelLimit, 1), pixelLimit), byteCount: byteCount)
  }

  /// The cost of an image file in memory.
  ///
  /// - Parameters:
  ///   - file: The whole file.
  ///   - byteCount: The bytes that are copied to decode it.
  ///   - pixelLimit: The maximum number of pixels, also assumed for files whose header does not state a size.
  package init(file: UnsafeRawBufferPointer, byteCount: Int, pixelLimit: Int) {
    self.init(
      pixels: min(max(ImageHeader.pixelCount(in: file) ?? pixelLimit, 1), pixelLimit), byteCount: byteCount)
  }

  /// The cost of an image of so many pixels.
  package init(pixels: Int, byteCount: Int) {
    self.pixels = pixels
    bytes = pixels * Self.bytesPerPixel + byteCount
  }
}
