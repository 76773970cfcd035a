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

/// Truncated JPEG files: determines how many rows are missing.
enum JPEGTail {
  /// The maximum share of missing rows.
  static let tolerance = 0.05

  /// The image of a truncated file.
  ///
  /// - Parameters:
  ///   - file: The file's bytes.
  ///   - decode: Decodes other bytes instead.
  /// - Returns: The image and the number of its last rows that lack pixels, 0 where only the end marker is missing; nil
  ///   where too much is missing, or where that cannot be known.
  /// - Throws: What `decode` throws.
  static func read(
    _ file: UnsafeBufferPointer<UInt8>,
    by decode: (UnsafeBufferPointer<UInt8>) throws -> (image: ImageBuffer, outcome: JPEGDecoder.Outcome)
  ) throws -> (image: ImageBuffer, missingRows: Int)? {
    let endMarker: [UInt8] = [0xFF, 0xD9]
    // Half of a marker would be decoded as pixels.
    var bytes = file.last == 0xFF ? Array(file.dropLast()) : Array(file)
    let count = bytes.count
    bytes += endMarker
    let (image, outcome) = try bytes.withUnsafeBufferPointer(decode)
    if case .whole = outcome { return (image, 0) }
    // The rows of a progressive image are refined in passes: the last pass shows nothing about missing ones.
    guard outcome.lacksPixels, !isProgressive(ByteReader(UnsafeRawBufferPointer(file))) else { return nil }
    // With different padding after the cut, rows before it stay the same and those after it change.
    bytes.replaceSubrange(count..., with: Array(repeating: 0x55, count: 65_536) + endMarker)
    let (other, _) = try bytes.withUnsafeBufferPointer(decode)
    let row = firstDifferingRow(image, other)
    let missing = image.height - row
    return Double(missing) <= tolerance * Double(image.height) ? (image, missing) : nil
  }

  private static func firstDifferingRow(_ a: ImageBuffer, _ b: ImageBuffer) -> Int {
    a.withUnsafeBytes { a1 in
      b.withUnsafeBytes { b1 in
        (0..<a.height).first { y in
          let row = (y * a.bytesPerRow)..<((y + 1) * a.bytesPerRow)
          return !a1[row].elementsEqual(b1[row])
        } ?? a.height
      }
    }
  }

  /// Whether the frame's header is that of a progressive image.
  private static func isProgressive(_ bytes: ByteReader) -> Bool {
    var position = 2
    while let marker = bytes.uint16(at: position, .big), marker & 0xFF00 == 0xFF00, marker != 0xFFDA {
      if marker == 0xFFC2 { return true }
      position += marker == 0xFFFF ? 1 : 2 + (bytes.uint16(at: position + 2, .big) ?? bytes.count)
    }
    return false
  }
}
