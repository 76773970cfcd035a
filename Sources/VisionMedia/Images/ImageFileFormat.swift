internal import CFFmpeg
import Foundation

/// The formats of image files that can be read, distinguished by their first bytes.
package enum ImageFileFormat: String, Sendable, CaseIterable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webP = "WebP"
  case bmp = "BMP"
  case tiff = "TIFF"
  case gif = "GIF"
  case heic = "HEIC"
  case avif = "AVIF"

  /// The formats' names for a sentence: "JPEG, PNG, … and AVIF".
  package static let list =
    allCases.dropLast().map(\.rawValue).joined(separator: ", ")
    + allCases.suffix(1).map { " and \($0.rawValue)" }.joined()

  /// Whether a file begins like one of the formats.
  static func isIn(_ path: String) -> Bool {
    let start = (try? MediaFile.firstBytes(signatureLength, ofFile: path)) ?? Data()
    return start.withUnsafeBytes { ImageFileFormat(signatureOf: $0) } != nil
  }

  /// The number of bytes that suffice to detect the format.
  package static let signatureLength = 64

  /// The format whose signature the bytes begin with, if any.
  package init?(signatureOf bytes: UnsafeRawBufferPointer) {
    func begins(_ signature: [UInt8], at offset: Int = 0) -> Bool {
      bytes.count >= offset + signature.count
        && signature.indices.allSatisfy { bytes[offset + $0] == signature[$0] }
    }
    if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if begins(Array("RIFF".utf8)), begins(Array("WEBP".utf8), at: 8) {
      self = .webP
    } else if begins(Array("GIF87a".utf8)) || begins(Array("GIF89a".utf8)) {
      self = .gif
    } else if begins([0x49, 0x49, 0x2A, 0x00]) || begins([0x4D, 0x4D, 0x00, 0x2A]) {
      self = .tiff
    } else if begins(Array("BM".utf8)), begins([0, 0, 0, 0], at: 6) {
      // Many texts begin with "BM"; the four reserved bytes after the size are zero in a bitmap.
      self = .bmp
    } else if let format = Self(brandsOf: ByteReader(bytes)) {
      self = format
    } else {
      return nil
    }
  }

  /// The format of a file of the MP4 family that holds an image, by the brands in its first box. Videos have other brands;
  /// image sequences (`avis`, `hevc`, `msf1`) count as videos.
  private init?(brandsOf bytes: ByteReader) {
    guard bytes.matches("ftyp", at: 4), let length = bytes.uint32(at: 0, .big) else { return nil }
    func hasBrand(_ names: [String], at offset: Int) -> Bool { names.contains { bytes.matches($0, at: offset) } }
    let heic = ["heic", "heix", "heim", "heis"]
    if hasBrand(["avif"], at: 8) {
      self = .avif
    } else if hasBrand(heic, at: 8) {
      self = .heic
    } else if hasBrand(["mif1"], at: 8) {
      // The general brand; the coding is among the compatible ones.
      let others = stride(from: 16, to: min(length, bytes.count), by: 4)
      self = others.contains { hasBrand(["avif"], at: $0) } ? .avif : .heic
    } else {
      return nil
    }
  }

  /// FFmpeg's decoder of the format; nil for formats that libheif reads.
  var codec: AVCodecID? {
    switch self {
    case .jpeg: AV_CODEC_ID_MJPEG
    case .png: AV_CODEC_ID_PNG
    case .webP: AV_CODEC_ID_WEBP
    case .bmp: AV_CODEC_ID_BMP
    case .tiff: AV_CODEC_ID_TIFF
    case .gif: AV_CODEC_ID_GIF
    case .heic, .avif: nil
    }
  }

  /// Whether FFmpeg decodes every such file to a format with alpha, opaque or not.
  var alwaysDecodesToAlpha: Bool { self == .gif || self == .webP }
}
