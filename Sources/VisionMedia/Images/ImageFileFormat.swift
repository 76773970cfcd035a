internal import CFFmpeg

package enum ImageFileFormat: String, Sendable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webP = "WebP"
  case bmp = "BMP"
  case tiff = "TIFF"
  case gif = "GIF"
  case heic = "HEIC"
  case avif = "AVIF"

  package static let list =
    allCases.dropLast().map(\.rawValue).joined(separator: ", ")
    + allCases.suffix(1).map { " and \($0.rawValue)" }.joined()

  package static let signatureLength = 64

  package init?(signatureOf bytes: some ContiguousBytes) {
    guard let format = bytes.withUnsafeBytes({ Self.format(signatureOf: $0) }) else { return nil }
    self = format
  }

  private static func format(signatureOf bytes: UnsafeRawBufferPointer) -> Self? {
    let reader = ByteReader(bytes)
    func begins(_ signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
    if begins([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) { return .webP }
    if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) { return .gif }
    // A "+" is that of BigTIFF, whose error says so.
    if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(where: { reader.matches($0, at: 0) }) { return .tiff }
    // Many texts begin with "BM"; the four reserved bytes after the size are zero in a bitmap.
    if reader.matches("BM", at: 0), reader.uint32(at: 6, .big) == 0 { return .bmp }
    return format(brandsOf: reader)
  }

  /// The format of a file of the MP4 family that holds an image, by the brands in its first box. Videos have other
  /// brands; image sequences (`avis`, `hevc`, `msf1`) count as videos.
  private static func format(brandsOf bytes: ByteReader) -> Self? {
    guard bytes.matches("ftyp", at: 4), let length = bytes.uint32(at: 0, .big) else { return nil }
    if bytes.matches("avif", at: 8) { return .avif }
    if ["heic", "heix", "heim", "heis"].contains(where: { bytes.matches($0, at: 8) }) { return .heic }
    // The general brand; the coding is among the compatible ones.
    guard bytes.matches("mif1", at: 8) else { return nil }
    let others = stride(from: 16, to: min(length, bytes.count), by: 4)
    return others.contains { bytes.matches("avif", at: $0) } ? .avif : .heic
  }

  /// FFmpeg's decoder for the format.
  var codec: AVCodecID {
    switch self {
    case .jpeg: AV_CODEC_ID_MJPEG
    case .png: AV_CODEC_ID_PNG
    case .webP: AV_CODEC_ID_WEBP
    case .bmp: AV_CODEC_ID_BMP
    case .tiff: AV_CODEC_ID_TIFF
    case .gif: AV_CODEC_ID_GIF
    case .heic, .avif: AV_CODEC_ID_NONE
    }
  }
}
