import CTurboJPEG
import Foundation
import VisionErrors
import VisionImaging

/// JPEG through TurboJPEG, with the accurate integer transform and smooth chroma upsampling.
enum JPEGDecoder {
  /// The picture as stored: gray, or RGB.
  static func decode(_ bytes: UnsafeRawBufferPointer, name: String, pixelLimit: Int) throws -> ImageBuffer {
    guard let handle = tjInitDecompress() else { throw FFmpegError.outOfMemory("the JPEG decoder") }
    defer { tjDestroy(handle) }
    let source = bytes.bindMemory(to: UInt8.self)
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let status = tjDecompressHeader3(
      handle, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colorspace)
    guard status == 0 else {
      let reason = message(of: handle)
      // TurboJPEG's interface refuses some rare samplings and codings that FFmpeg reads.
      guard let picture = try? StillDecoder.decode(bytes, format: .jpeg, name: name, pixelLimit: pixelLimit) else {
        throw TasksError(.dataLossError, "The JPEG picture in \(name) is damaged: \(reason).")
      }
      return picture
    }
    guard width > 0, height > 0 else {
      throw TasksError(.dataLossError, "The JPEG picture in \(name) is damaged: it ends before its size is said.")
    }
    try ImageFile.check(width: Int(width), height: Int(height), name: name, pixelLimit: pixelLimit)
    switch colorspace {
    case Int32(TJCS_GRAY.rawValue):
      return try decode(source, with: handle, width: width, height: height, format: .gray, as: TJPF_GRAY, name: name)
    case Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue):
      let inks = try decode(
        source, with: handle, width: width, height: height, format: .rgba, as: TJPF_CMYK, name: name)
      return try inks.rgbFromInvertedCMYK()
    default:
      return try decode(source, with: handle, width: width, height: height, format: .rgb, as: TJPF_RGB, name: name)
    }
  }

  private static func decode(
    _ source: UnsafeBufferPointer<UInt8>, with handle: tjhandle, width: Int32, height: Int32, format: PixelFormat,
    as pixelFormat: TJPF, name: String
  ) throws -> ImageBuffer {
    var picture = try ImageBuffer(width: Int(width), height: Int(height), format: format)
    let bytesPerRow = Int32(picture.bytesPerRow)
    let status = picture.withUnsafeMutableBytes { destination in
      tjDecompress2(
        handle, source.baseAddress, UInt(source.count), destination.bindMemory(to: UInt8.self).baseAddress, width,
        bytesPerRow, height, Int32(pixelFormat.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
    }
    // A warning leaves a whole picture, such as one with stray bytes between its markers; every viewer shows those.
    // A file that ends too early is a warning, too, but lacks part of the picture.
    let reason = message(of: handle)
    let isWarning = tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
    guard status == 0 || (isWarning && !reason.lowercased().contains("premature end")) else {
      throw TasksError(.dataLossError, "The JPEG picture in \(name) is damaged: \(reason).")
    }
    return picture
  }

  /// TurboJPEG's own words for what went wrong.
  static func message(of handle: tjhandle) -> String {
    guard let text = tjGetErrorStr2(handle) else { return "unknown error" }
    return String(cString: text)
  }
}

extension ImageBuffer {
  /// RGB from four inks stored inverted (255 is no ink), as Adobe's programs write them: the ink's part of what black
  /// leaves over, rounded to the nearest value.
  fileprivate func rgbFromInvertedCMYK() throws -> ImageBuffer {
    var result = try ImageBuffer(width: width, height: height, format: .rgb)
    let count = width * height
    withUnsafeBytes { inks in
      result.withUnsafeMutableBytes { colors in
        for pixel in 0..<count {
          let light = Int(inks[pixel * 4 + 3])
          for channel in 0..<3 {
            let ink = 255 - Int(inks[pixel * 4 + channel])
            colors[pixel * 3 + channel] = UInt8(clamping: light - (ink * light * 2 + 255) / 510)
          }
        }
      }
    }
    return result
  }
}
