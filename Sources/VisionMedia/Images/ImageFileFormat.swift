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

  /// The number of bytes that suffice to detect the format.
  package static let signatureLength = 64

  /// The format whose signature the bytes begin with, if any.
  package init?(signatureOf bytes: some ContiguousBytes) {
    guard let format = bytes.withUnsafeBytes({ Self(signatureIn: $0) }) else { return nil }
    self = format
  }

  private init?(signatureIn bytes: UnsafeRawBufferPointer) {
    let reader = ByteReader(bytes)
    func begins(_ signature: [UInt8]) -> Bool { bytes.starts(with: signature) }
    if begins([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if begins([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if reader.matches("RIFF", at: 0), reader.matches("WEBP", at: 8) {
      self = .webP
    } else if reader.matches("GIF87a", at: 0) || reader.matches("GIF89a", at: 0) {
      self = .gif
    } else if begins([0x49, 0x49, 0x2A, 0x00]) || begins([0x4D, 0x4D, 0x00, 0x2A]) {
      self = .tiff
    } else if reader.matches("BM", at: 0), reader.uint32(at: 6, .big) == 0 {
      // Many texts begin with "BM"; the four reserved bytes after the size are zero in a bitmap.
      self = .bmp
    } else if let format = Self(brandsOf: reader) {
      self = format
    } else {
      return nil
    }
  }

  /// The format of a file of the MP4 family that holds an image, by the brands in its first box. Videos have other
  /// brands; image sequences (`avis`, `hevc`, `msf1`) count as videos.
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
