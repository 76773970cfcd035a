import VisionImaging

/// The header of a request: one line of JSON, followed by exactly `bytes` bytes. `docs/worker.md` has the protocol.
package struct WorkerRequest: Codable, Hashable, Sendable {
  /// The layouts of raw pixels, 8 bits a channel, rows without padding.
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

    /// The layout of an image.
    package var pixelFormat: PixelFormat {
      switch self {
      case .rgb: .rgb
      case .rgba: .rgba
      case .bgra: .bgra
      case .gray: .gray
      }
    }
  }

  /// The longest header, in bytes, without its line end.
  package static let longestHeader = 4096

  /// The number that the answer repeats.
  package var id: Int
  /// How many bytes follow.
  package var bytes: Int
  /// The frame's time, which rises from one request to the next; for workers in video mode only.
  package var timestampMs: Int?
  /// The layout of raw pixels; nil when the bytes are an image file.
  package var format: Format?
  /// The size of raw pixels; nil for an image file.
  package var width: Int?
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
