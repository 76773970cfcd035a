internal import CVisionHEIF

enum HEIFDecoder {
  /// The file's main image: RGB, or RGBA where it has alpha, upright as the file says, 8 bits a channel.
  static func decode(_ file: EncodedImage) throws -> ImageBuffer {
    let heif = try SystemLibrary.heif.load()
    var image: OpaquePointer?
    // libheif's limit is the side of a square, for tiles too, which may reach beyond the image.
    let side = Int32(clamping: Int(Double(file.pixelLimit).squareRoot().rounded(.up)) + 512)
    try attempt(file) { vision_heif_image_open(heif, file.bytes.baseAddress, file.bytes.count, side, &image, $0, $1) }
    defer { vision_heif_image_close(image) }
    let size = vision_heif_image_size(image)
    try file.check(width: Int(size.codedWidth), height: Int(size.codedHeight))
    try file.check(width: Int(size.width), height: Int(size.height))
    guard size.width > 0, size.height > 0 else {
      throw file.damagedOrCutOff("it has \(size.width) x \(size.height) pixels")
    }
    let format: PixelFormat = size.hasAlpha ? .rgba : .rgb
    return try ImageBuffer(width: Int(size.width), height: Int(size.height), format: format) { pixels, bytesPerRow in
      let target = pixels.assumingMemoryBound(to: UInt8.self)
      try attempt(file) { vision_heif_image_decode(image, target, bytesPerRow, $0, $1) }
    }
  }

  private static func attempt(
    _ file: EncodedImage, _ body: (UnsafeMutablePointer<CChar>?, Int) -> VisionHEIFOutcome
  ) throws {
    var outcome = VisionHEIFDone
    let reason = CFailure.reason {
      outcome = body($0, $1)
      return outcome == VisionHEIFDone
    }
    // libheif ends some of its messages with a new line.
    guard let reason = reason?.split(separator: "\n").joined(separator: " ") else { return }
    let subject = "The \(file.format.rawValue) image in \(file.name)"
    switch outcome {
    case VisionHEIFUnsupported:
      throw TasksError.unimplemented(
        "\(subject) cannot be decoded by the libheif that is installed: \(reason). Install its decoders, on newer Debian "
          + "and Ubuntu libheif-plugin-libde265 and libheif-plugin-dav1d.")
    case VisionHEIFTooLarge:
      throw TasksError.invalidArgument("\(subject) is too large: \(reason). Scale it down first.")
    case VisionHEIFOutOfMemory: throw TasksError.outOfMemory("the \(file.format.rawValue) image in \(file.name)")
    default: throw file.damagedOrCutOff(reason)
    }
  }
}
