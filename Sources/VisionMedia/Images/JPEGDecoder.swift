internal import CTurboJPEG
internal import CVisionPixels
import Foundation
import VisionCore
import VisionImaging

/// JPEG through TurboJPEG, with the accurate integer transform and smooth chroma upsampling.
enum JPEGDecoder {
  /// The image as stored: gray, or RGB.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, name: String, pixelLimit: Int, onWarning: (String) -> Void
  ) throws -> ImageBuffer {
    guard let handle = tjInitDecompress() else { throw FFmpegError.outOfMemory("the JPEG decoder") }
    defer { tjDestroy(handle) }
    let source = bytes.bindMemory(to: UInt8.self)
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let status = tjDecompressHeader3(
      handle, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colorspace)
    guard status == 0 else {
      let reason = message(of: handle)
      // TurboJPEG rejects some rare subsamplings and codings that FFmpeg reads.
      guard let image = try? StillDecoder.decode(bytes, format: .jpeg, name: name, pixelLimit: pixelLimit) else {
        throw TasksError(.dataLossError, "The JPEG image in \(name) is damaged: \(reason).")
      }
      return image
    }
    guard width > 0, height > 0 else {
      throw TasksError(.dataLossError, "The JPEG image in \(name) is damaged: it ends before its size.")
    }
    try ImageFile.check(width: Int(width), height: Int(height), name: name, pixelLimit: pixelLimit)
    let size = (width: width, height: height)
    switch colorspace {
    case Int32(TJCS_GRAY.rawValue):
      return try decode(source, with: handle, size, .gray, as: TJPF_GRAY, name: name, onWarning)
    case Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue):
      return try decode(source, with: handle, size, .rgba, as: TJPF_CMYK, name: name, onWarning).rgbFromInvertedCMYK()
    default:
      return try decode(source, with: handle, size, .rgb, as: TJPF_RGB, name: name, onWarning)
    }
  }

  private static func decode(
    _ source: UnsafeBufferPointer<UInt8>, with handle: tjhandle, _ size: (width: Int32, height: Int32),
    _ format: PixelFormat, as pixelFormat: TJPF, name: String, _ onWarning: (String) -> Void
  ) throws -> ImageBuffer {
    func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws -> (image: ImageBuffer, outcome: Outcome) {
      var image = try ImageBuffer(width: Int(size.width), height: Int(size.height), format: format)
      let bytesPerRow = Int32(image.bytesPerRow)
      let status = image.withUnsafeMutableBytes { destination in
        tjDecompress2(
          handle, bytes.baseAddress, UInt(bytes.count), destination.bindMemory(to: UInt8.self).baseAddress, size.width,
          bytesPerRow, size.height, Int32(pixelFormat.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
      }
      return (image, Outcome(status: status, handle: handle))
    }
    let (image, outcome) = try decode(source)
    switch outcome {
    case .whole:
      if vision_jpeg_is_damaged(source.baseAddress, source.count) {
        onWarning("The JPEG image in \(name) is damaged inside; a part of its pixels is wrong.")
      }
      return image
    case .damagedInside(let reason):
      onWarning("The JPEG image in \(name) is damaged inside (\(reason)); a part of its pixels is wrong.")
      return image
    case .damaged(let reason):
      throw TasksError(.dataLossError, "The JPEG image in \(name) is damaged: \(reason).")
    case .cutOff(let reason):
      guard let rest = try JPEGTail.read(source, by: decode) else {
        throw TasksError(.dataLossError, "The JPEG image in \(name) is damaged: \(reason).")
      }
      onWarning(
        rest.missingRows == 0
          ? "The JPEG image in \(name) lacks its end marker; all of its pixels are there."
          : "The JPEG image in \(name) is cut off; its last \(rest.missingRows) of \(size.height) rows are gray.")
      return rest.image
    }
  }

  /// The outcome of decoding.
  enum Outcome {
    /// All pixels are decoded, perhaps with a warning, such as stray bytes between markers.
    case whole
    /// All pixels are decoded, but some from damaged data.
    case damagedInside(String)
    /// The file is truncated; missing pixels are gray.
    case cutOff(String)
    case damaged(String)

    /// Whether pixels are missing before a marker: after the cut, where an end marker was put behind it.
    var lacksPixels: Bool {
      switch self {
      case .cutOff: true
      case .damagedInside(let reason): reason.contains("premature end of data segment")
      case .whole, .damaged: false
      }
    }

    init(status: Int32, handle: tjhandle) {
      let reason = JPEGDecoder.message(of: handle)
      if status == 0 {
        self = .whole
      } else if tjGetErrorCode(handle) != Int32(TJERR_WARNING.rawValue) {
        self = .damaged(reason)
      } else if reason.hasPrefix("Premature end") {
        self = .cutOff(reason)
      } else {
        self = Self.isHarmless(reason) ? .whole : .damagedInside(reason)
      }
    }

    /// Whether a warning of libjpeg's concerns no pixel. Bytes that are left over before a marker may be padding, but many of
    /// them are the rest of pixels that were not understood.
    private static func isHarmless(_ reason: String) -> Bool {
      if let match = reason.firstMatch(of: /([0-9]+) extraneous bytes/), let count = Int(match.1) { return count <= 16 }
      return ["unknown JFIF revision", "Unknown Adobe color transform", "bad ICC marker"].contains(
        where: reason.contains)
    }
  }

  /// TurboJPEG's error message.
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
