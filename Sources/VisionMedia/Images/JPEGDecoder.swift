internal import CTurboJPEG
internal import CVisionPixels

/// JPEG through TurboJPEG, with the accurate integer transform and smooth chroma upsampling.
enum JPEGDecoder {
  static func decode(_ file: EncodedImage, onWarning: (String) -> Void) throws -> ImageBuffer {
    guard let handle = tjInitDecompress() else { throw TasksError.outOfMemory("the JPEG decoder") }
    defer { tjDestroy(handle) }
    let source = file.bytes.bindMemory(to: UInt8.self)
    var (width, height, subsampling, colorspace) = (Int32(0), Int32(0), Int32(0), Int32(0))
    let status = tjDecompressHeader3(
      handle, source.baseAddress, UInt(source.count), &width, &height, &subsampling, &colorspace)
    guard status == 0 else {
      let reason = message(of: handle)
      guard PacketGuard.scanCount(file.bytes) <= PacketGuard.maximumScans else {
        throw file.damaged("it has more than \(PacketGuard.maximumScans) scans")
      }
      // TurboJPEG rejects some rare subsamplings and codings that FFmpeg reads.
      do { return try StillDecoder.decode(file) } catch let error as TasksError where error.code != .dataLossError {
        // Such as too many pixels.
        throw error
      } catch { throw file.damaged(reason) }
    }
    guard width > 0, height > 0 else { throw file.damaged("it ends before its size") }
    try file.check(width: Int(width), height: Int(height))
    let (format, pixelFormat): (PixelFormat, TJPF) =
      switch colorspace {
      case Int32(TJCS_GRAY.rawValue): (.gray, TJPF_GRAY)
      case Int32(TJCS_CMYK.rawValue), Int32(TJCS_YCCK.rawValue): (.rgba, TJPF_CMYK)
      default: (.rgb, TJPF_RGB)
      }

    func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws -> (image: ImageBuffer, outcome: Outcome) {
      var image = try ImageBuffer(width: Int(width), height: Int(height), format: format)
      let bytesPerRow = Int32(image.bytesPerRow)
      let status = image.withUnsafeMutableBytes { destination in
        tjDecompress2(
          handle, bytes.baseAddress, UInt(bytes.count), destination.bindMemory(to: UInt8.self).baseAddress, width,
          bytesPerRow, height, Int32(pixelFormat.rawValue), TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS)
      }
      return (image, Outcome(status: status, handle: handle))
    }
    var (image, outcome) = try decode(source)
    switch outcome {
    case .whole:
      if vision_jpeg_is_damaged(source.baseAddress, source.count) {
        onWarning("The JPEG image in \(file.name) is damaged inside; a part of its pixels is wrong.")
      }
    case .damagedInside(let reason):
      onWarning("The JPEG image in \(file.name) is damaged inside (\(reason)); a part of its pixels is wrong.")
    case .damaged(let reason): throw file.damaged(reason)
    case .cutOff(let reason):
      guard let rest = try readCutOff(source, by: decode) else { throw file.damaged(reason) }
      onWarning(
        rest.missingRows == 0
          ? "The JPEG image in \(file.name) lacks its end marker; all of its pixels are there."
          : "The JPEG image in \(file.name) is cut off; its last \(rest.missingRows) of \(height) rows are gray.")
      image = rest.image
    }
    return format == .rgba ? try image.rgbFromInvertedCMYK() : image
  }

  enum Outcome {
    /// All pixels are decoded, perhaps with a warning, such as stray bytes between markers.
    case whole
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

    /// Whether a warning concerns no pixel. A few bytes before a marker may be padding; many are pixels not understood.
    private static func isHarmless(_ reason: String) -> Bool {
      if let match = reason.firstMatch(of: /([0-9]+) extraneous bytes/), let count = Int(match.1) { return count <= 16 }
      return ["unknown JFIF revision", "Unknown Adobe color transform", "bad ICC marker"].contains(
        where: reason.contains)
    }
  }

  static func message(of handle: tjhandle) -> String {
    tjGetErrorStr2(handle).map { String(cString: $0) } ?? "unknown error"
  }

  /// The maximum share of missing rows.
  private static let tolerance = 0.05

  /// The image of a truncated file, which `decode` can read with other bytes behind it, and the number of its last rows
  /// without pixels, 0 where only the end marker is missing; nil where too much is missing, or that cannot be known.
  private static func readCutOff(
    _ file: UnsafeBufferPointer<UInt8>,
    by decode: (UnsafeBufferPointer<UInt8>) throws -> (image: ImageBuffer, outcome: Outcome)
  ) throws -> (image: ImageBuffer, missingRows: Int)? {
    let endMarker: [UInt8] = [0xFF, 0xD9]
    // Half of a marker would be decoded as pixels.
    var bytes = file.last == 0xFF ? Array(file.dropLast()) : Array(file)
    let count = bytes.count
    bytes += endMarker
    let (image, outcome) = try bytes.withUnsafeBufferPointer(decode)
    if case .whole = outcome { return (image, 0) }
    // The rows of a progressive image are refined in passes: the last pass shows nothing about missing ones.
    let isProgressive = JPEGSegments(ByteReader(UnsafeRawBufferPointer(file))).contains { $0.marker == 0xFFC2 }
    guard outcome.lacksPixels, !isProgressive else { return nil }
    // With different padding after the cut, rows before it stay the same and those after it change.
    bytes.replaceSubrange(count..., with: Array(repeating: 0x55, count: 65_536) + endMarker)
    let (other, _) = try bytes.withUnsafeBufferPointer(decode)
    let missing = image.height - firstDifferingRow(image, other)
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
