internal import CVisionHEIF
import VisionCore
import VisionImaging

/// HEIC, HEIF and AVIF images through libheif.
enum HEIFDecoder {
  /// The file's main image: RGB, or RGBA where it has alpha, upright as the file says, 8 bits a channel.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, format: ImageFileFormat, name: String, pixelLimit: Int
  ) throws -> ImageBuffer {
    let heif = try SystemLibrary.heif.load()
    var image: OpaquePointer?
    // libheif's limit is the side of a square, for tiles too, which may reach beyond the image.
    let side = Int32(clamping: Int(Double(pixelLimit).squareRoot().rounded(.up)) + 512)
    try attempt(format, name) {
      vision_heif_image_open(heif, bytes.baseAddress, bytes.count, side, &image, $0, $1)
    }
    defer { vision_heif_image_close(image) }
    let size = vision_heif_image_size(image)
    try ImageFile.check(width: Int(size.codedWidth), height: Int(size.codedHeight), name: name, pixelLimit: pixelLimit)
    try ImageFile.check(width: Int(size.width), height: Int(size.height), name: name, pixelLimit: pixelLimit)
    guard size.width > 0, size.height > 0 else {
      throw damaged(format, name, "it has \(size.width) x \(size.height) pixels")
    }
    var result = try ImageBuffer(
      width: Int(size.width), height: Int(size.height), format: size.hasAlpha ? .rgba : .rgb)
    let bytesPerRow = result.bytesPerRow
    try result.withUnsafeMutableBytes { pixels in
      let target = pixels.bindMemory(to: UInt8.self).baseAddress
      try attempt(format, name) { vision_heif_image_decode(image, target, bytesPerRow, $0, $1) }
    }
    return result
  }

  /// Puts a failure into words.
  private static func attempt(
    _ format: ImageFileFormat, _ name: String, _ body: (UnsafeMutablePointer<CChar>?, Int) -> VisionHEIFOutcome
  ) throws {
    var outcome = VisionHEIFDone
    let reason = CFailure.reason {
      outcome = body($0, $1)
      return outcome == VisionHEIFDone
    }
    // libheif ends some of its messages with a new line.
    guard let reason = reason?.split(separator: "\n").joined(separator: " ") else { return }
    switch outcome {
    case VisionHEIFUnsupported:
      throw TasksError(
        .unimplementedError,
        "The \(format.rawValue) image in \(name) cannot be decoded by the libheif that is installed: \(reason). Install "
          + "its decoders, on newer Debian and Ubuntu libheif-plugin-libde265 and libheif-plugin-dav1d.")
    case VisionHEIFTooLarge:
      throw TasksError.invalidArgument(
        "The \(format.rawValue) image in \(name) is too large: \(reason). Scale it down first.")
    case VisionHEIFOutOfMemory:
      throw FFmpegError.outOfMemory("the \(format.rawValue) image in \(name)")
    default:
      throw damaged(format, name, reason)
    }
  }

  private static func damaged(_ format: ImageFileFormat, _ name: String, _ reason: String) -> TasksError {
    TasksError(.dataLossError, "The \(format.rawValue) image in \(name) is damaged or cut off: \(reason).")
  }
}
