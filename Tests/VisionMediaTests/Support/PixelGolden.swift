import TestSupport
import Testing

/// What every golden says of the pixels that it was computed from.
struct PixelGolden: Decodable {
  struct Frame: Decodable {
    let timestampMs: Int?
  }

  let width: Int
  let height: Int
  let pixelFormat: String
  let pixelSha256: String
  let frames: [Frame]

  /// The golden that covers the most frames of a file, as RGB; not every file has goldens of every task.
  static func longest(of media: String) throws -> PixelGolden {
    let folder = try #require(GoldenFolder.shared)
    let prefix = String(media.prefix { $0 != "." }) + "."
    let goldens = try folder.names().filter { $0.hasPrefix(prefix) && !$0.contains(".rgba") }.map {
      try folder.decode(PixelGolden.self, from: $0)
    }
    return try #require(goldens.filter { $0.pixelFormat == "SRGB" }.max { $0.frames.count < $1.frames.count })
  }
}
