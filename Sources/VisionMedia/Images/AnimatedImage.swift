/// Files of image formats that hold an animation of several frames: GIF, PNG and WebP.
enum AnimatedImage {
  /// The bytes that suffice to detect a file's format, and whether a PNG file is animated.
  static let headLength = 65_536

  /// Whether the frames are known only at the file's end.
  static func needsWholeFile(_ format: ImageFileFormat) -> Bool { format == .gif || format == .webP }

  /// Whether there is more than one frame.
  static func isIn(_ bytes: ByteReader, format: ImageFileFormat) -> Bool {
    switch format {
    case .gif: GIFStructure.hasSeveralImages(bytes)
    case .png: frameCountOfPNG(bytes) > 1
    case .webP: WebPStructure(bytes).map { $0.isAnimated && $0.frameDurations.count > 1 } ?? false
    case .jpeg, .bmp, .tiff, .heic, .avif: false
    }
  }

  /// The number of frames in the chunk that begins an animated PNG, which is before the pixels.
  private static func frameCountOfPNG(_ bytes: ByteReader) -> Int {
    var position = 8
    while let length = bytes.uint32(at: position, .big), !bytes.matches("IDAT", at: position + 4) {
      if bytes.matches("acTL", at: position + 4) { return bytes.uint32(at: position + 8, .big) ?? 0 }
      position += 12 + length
    }
    return 0
  }
}
