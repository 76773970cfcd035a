import VisionCore

extension LibraryUse {
  /// The libraries that reading, writing and drawing of media load on first use.
  package static let media: [LibraryUse] = [
    LibraryUse("FFmpeg", for: "videos, streams, most image formats, writing PNG") { try FFmpegLibrary.load() },
    LibraryUse("libavdevice", for: "cameras") { try DeviceLibrary.load() },
    LibraryUse("Cairo", for: "drawing") { try CairoLibrary.load() },
    LibraryUse("Pango", for: "labels in other than Latin letters") { _ = try OtherScripts.library.load() },
    LibraryUse("libheif", for: "HEIC and AVIF images") { _ = try SystemLibrary.heif.load() },
    LibraryUse("libwebpdemux", for: "animated WebP") { _ = try SystemLibrary.webP.load() },
  ]
}
