/// Files of several images one after the other, such as a camera's JPEG images or what `cat` made of PNG files: videos
/// without times. A phone's photo with a gain map, a depth map, a second view or a motion video behind it is one image.
enum ImageSeries {
  private enum Finding {
    case one, several
    /// The first image is longer.
    case undecided
  }

  /// The numbers of bytes that are read until there is a finding; a longer image counts as one.
  private static let headLengths = [1 << 16, 1 << 20, 1 << 23, 1 << 26]

  static func demuxer(ofFile path: String) throws -> String? {
    for length in headLengths {
      let start = try MediaFile.firstBytes(length, ofFile: path)
      guard let format = ImageFileFormat(signatureOf: start), let demuxer = demuxer(of: format) else { return nil }
      // FFmpeg detects no animation whose chunk lies behind a colour profile of 2 kB.
      if format == .png, start.withUnsafeBytes({ AnimatedImage.isIn(ByteReader($0), format: format) }) { return "apng" }
      switch start.withUnsafeBytes({ find($0, format) }) {
      case .one: return nil
      case .several: return demuxer
      case .undecided: if start.count < length { return nil }
      }
    }
    return nil
  }

  static func isIn(_ file: UnsafeRawBufferPointer, format: ImageFileFormat) -> Bool { find(file, format) == .several }

  private static func demuxer(of format: ImageFileFormat) -> String? {
    switch format {
    case .jpeg: "mjpeg"
    case .png: "png_pipe"
    case .bmp: "bmp_pipe"
    case .webP: "webp_pipe"
    case .tiff, .gif, .heic, .avif: nil
    }
  }

  private static func find(_ file: UnsafeRawBufferPointer, _ format: ImageFileFormat) -> Finding {
    let bytes = ByteReader(file)
    let end: Int?
    switch format {
    case .jpeg: return findJPEG(file)
    case .png: end = FileChunks(ofPNG: bytes).first { $0.name == "IEND" }?.end
    case .bmp: end = bytes.uint32(at: 2, .little)
    case .webP: end = bytes.uint32(at: 4, .little).map { 8 + $0 + $0 % 2 }
    case .tiff, .gif, .heic, .avif: return .one
    }
    guard let end, end > 0, end + ImageFileFormat.signatureLength <= file.count else { return .undecided }
    return ImageFileFormat(signatureOf: UnsafeRawBufferPointer(rebasing: file[end...])) == format ? .several : .one
  }

  private static func findJPEG(_ file: UnsafeRawBufferPointer) -> Finding {
    guard let first = JPEGExtent(file, at: 0) else { return .undecided }
    if first.namesFurtherImages { return .one }
    guard let end = first.end, end + 4 <= file.count else { return .undecided }
    guard let next = JPEGExtent.start(in: file, at: end) else { return .one }
    guard let second = JPEGExtent(file, at: next) else { return .undecided }
    // What lies behind a photo is smaller or larger than it; a series goes on.
    if second.size == first.size { return .several }
    guard let end = second.end, end + 4 <= file.count else { return .undecided }
    return JPEGExtent.start(in: file, at: end) == nil ? .one : .several
  }
}

private struct JPEGExtent {
  private(set) var end: Int?
  /// The bytes of its height and width.
  private(set) var size: [UInt8] = []
  /// Whether it lists images behind it, as phones do (CIPA's multi-picture format, Google's and Apple's containers).
  private(set) var namesFurtherImages = false

  init?(_ file: UnsafeRawBufferPointer, at start: Int) {
    let bytes = ByteReader(file)
    var position = start + 2
    while let marker = bytes.uint16(at: position, .big), marker & 0xFF00 == 0xFF00 {
      switch marker {
      case 0xFFFF:
        position += 1  // A fill byte before the marker.
      case 0xFFD9,
        0xFFD8 where !size.isEmpty:
        end = marker == 0xFFD9 ? position + 2 : position
        return
      default:
        guard let length = bytes.uint16(at: position + 2, .big), length >= 2, position + 2 + length <= file.count else {
          return nil
        }
        read(marker, UnsafeRawBufferPointer(rebasing: file[(position + 4)..<(position + 2 + length)]))
        position += 2 + length
        if marker == 0xFFDA { position = Self.endOfScan(in: file, from: position) }
      }
    }
    if size.isEmpty { return nil }
  }

  private mutating func read(_ marker: Int, _ content: UnsafeRawBufferPointer) {
    let bytes = ByteReader(content)
    if JPEGSegments.isFrameHeader(marker) {
      size = Array(content.dropFirst().prefix(4))
    } else if marker == 0xFFE2, bytes.matches("MPF\0", at: 0) {
      namesFurtherImages = true
    } else if marker == 0xFFE1, bytes.matches("http://ns.adobe.com/xap/", at: 0) {
      let names = ["http://ns.google.com/photos/1.0/", "http://ns.adobe.com/hdr-gain-map/"]
      let text = Data(content)
      namesFurtherImages = namesFurtherImages || names.contains { text.range(of: Data($0.utf8)) != nil }
    }
  }

  private static func endOfScan(in file: UnsafeRawBufferPointer, from start: Int) -> Int {
    guard let base = file.baseAddress else { return file.count }
    var position = start
    while position < file.count - 1, let found = memchr(base + position, 0xFF, file.count - 1 - position) {
      position = found - UnsafeMutableRawPointer(mutating: base)
      let next = file[position + 1]
      // A byte of pixels, or a restart marker among them.
      guard next == 0 || (0xD0...0xD7).contains(next) else { return position }
      position += 2
    }
    return file.count
  }

  /// The place of an image at or behind a place, after padding; nil for anything else.
  static func start(in file: UnsafeRawBufferPointer, at place: Int) -> Int? {
    var position = place
    while position + 3 < file.count, file[position] == 0 || (file[position] == 0xFF && file[position + 1] == 0xFF) {
      position += 1
    }
    let bytes = ByteReader(file)
    return bytes.uint16(at: position, .big) == 0xFFD8 && bytes.uint8(at: position + 2) == 0xFF ? position : nil
  }
}

enum AnimatedImage {
  /// The bytes that suffice to detect a file's format, and whether a PNG file is animated.
  static let headLength = 65_536

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
    let chunk = FileChunks(ofPNG: bytes).first { ["acTL", "IDAT"].contains($0.name) }
    return chunk.flatMap { $0.name == "acTL" ? bytes.uint32(at: $0.content, .big) : nil } ?? 0
  }
}
