import VisionImaging

/// The header of a request: one line of JSON, followed by exactly `bytes` bytes. The protocol is in `docs/worker.md`.
package struct WorkerRequest: Codable, Hashable, Sendable {
  /// The formats of raw pixels: 8 bits per channel, rows without padding.
  package enum Format: String, Codable, Sendable, CaseIterable {
    case rgb, rgba, bgra, gray

    package init(_ format: PixelFormat) {
      switch format {
      case .rgb: self = .rgb
      case .rgba: self = .rgba
      case .bgra: self = .bgra
      case .gray: self = .gray
      }
    }

    /// The pixel format of an `ImageBuffer`.
    package var pixelFormat: PixelFormat {
      switch self {
      case .rgb: .rgb
      case .rgba: .rgba
      case .bgra: .bgra
      case .gray: .gray
      }
    }
  }

  /// Maximum length of a header in bytes, without its line feed.
  package static let maxHeaderLength = 4096

  /// The request's ID, which the answer repeats.
  package var id: Int
  /// The number of bytes after the header.
  package var bytes: Int
  /// The frame's timestamp in milliseconds, greater than the previous one; for workers in video mode only.
  package var timestampMs: Int?
  /// The format of raw pixels; nil when the bytes are an image file.
  package var format: Format?
  /// The width of raw pixels; nil for an image file.
  package var width: Int?
  /// The height of raw pixels; nil for an image file.
  package var height: Int?

  package init(
    id: Int, bytes: Int, timestampMs: Int? = nil, format: Format? = nil, width: Int? = nil, height: Int? = nil
  ) {
    self.id = id
    self.bytes = bytes
    self.timestampMs = timestampMs
    self.format = format
    self.width = width
    self.height = height
  }
}
