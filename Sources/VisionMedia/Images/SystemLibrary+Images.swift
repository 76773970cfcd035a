internal import CVisionHEIF
internal import CVisionWebP
import VisionCore

extension SystemLibrary {
  /// libheif, loaded by the first HEIC or AVIF image.
  static let heif = heif(names: candidates(linux: "libheif.so.1", darwin: "libheif.1.dylib"))

  static func heif(names: [String]) -> SystemLibrary {
    SystemLibrary(
      names: names, need: "HEIC and AVIF images need libheif",
      remedy: "install the package libheif1 (Debian, Ubuntu) or libheif (Homebrew, Fedora, Arch)", code: .notFoundError
    ) { vision_heif_open($0, $1, $2) }
  }

  /// libwebpdemux, loaded by the first animated WebP file.
  static let webP = webP(names: candidates(linux: "libwebpdemux.so.2", darwin: "libwebpdemux.2.dylib"))

  static func webP(names: [String]) -> SystemLibrary {
    SystemLibrary(
      names: names, need: "Animated WebP files need libwebpdemux",
      remedy: "install the package libwebpdemux2 (Debian, Ubuntu), libwebp (Fedora, Arch) or webp (Homebrew)",
      code: .notFoundError
    ) { vision_webp_open($0, $1, $2) }
  }
}
