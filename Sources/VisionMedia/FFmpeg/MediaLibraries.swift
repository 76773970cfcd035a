internal import CCairo
internal import CFFmpeg
internal import CVisionHEIF
internal import CVisionWebP
import Foundation
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

/// Cairo, loaded on first use because it depends on X11 and font libraries. Its interface has only grown since the
/// library got its file name, so no version is compared.
enum CairoLibrary {
  static var candidates: [String] { SystemLibrary.candidates(linux: "libcairo.so.2", darwin: "libcairo.2.dylib") }

  /// Loads it once per process. Cheap to call again, from any thread. A failure is not cached.
  static func load() throws { if !vision_cairo_is_loaded() { try load(oneOf: candidates) } }

  /// Loads the first file that is Cairo; if Cairo is loaded already, only checks that there is one.
  static func load(oneOf candidates: [String]) throws {
    var reasons: [String] = []
    for file in candidates {
      guard let reason = CFailure.reason({ vision_cairo_load(file, $0, $1) }) else { return }
      reasons.append(reason)
    }
    throw TasksError.notFound(
      "Drawing needs Cairo, which cannot be loaded (\(reasons.joined(separator: "; "))); install the package libcairo2 "
        + "(Debian, Ubuntu) or cairo (Homebrew, Fedora, Arch), or run scripts/setup.")
  }
}

/// FFmpeg's libavdevice, loaded when the first camera is opened because it depends on dozens of other libraries.
enum DeviceLibrary {
  /// The version that matches the loaded FFmpeg: the versions of libavdevice and libavformat increase together.
  static var version: Int { Int(avformat_version() >> 16) }

  static var candidates: [String] {
    #if canImport(Darwin)
      // The system does not search Homebrew's folder.
      let name = "libavdevice.\(version).dylib"
      return (folderOfFFmpeg.map { [$0 + "/" + name] } ?? []) + [name]
    #else
      return ["libavdevice.so.\(version)"]
    #endif
  }

  private static let isLoaded = Locked(false)

  /// Loads the library and makes its devices known to FFmpeg; cheap to call again.
  static func load() throws {
    try FFmpegLibrary.load()
    try isLoaded.withLock { isLoaded in
      if isLoaded { return }
      try load(oneOf: candidates)
      isLoaded = true
    }
  }

  static func load(oneOf candidates: [String]) throws {
    var reason = ""
    for path in candidates {
      guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
        reason = dlerror().map { String(cString: $0) } ?? "unknown reason"
        continue
      }
      guard let number = dlsym(library, "avdevice_version"), let register = dlsym(library, "avdevice_register_all")
      else {
        reason = "\(path) is another library"
        continue
      }
      let found = Int(unsafeBitCast(number, to: (@convention(c) () -> UInt32).self)() >> 16)
      guard found == version else {
        throw TasksError(
          .failedPreconditionError,
          "libavdevice is version \(found), but the rest of FFmpeg needs version \(version); install FFmpeg's libraries "
            + "from one source.")
      }
      unsafeBitCast(register, to: (@convention(c) () -> Void).self)()
      return
    }
    throw TasksError.notFound(
      "Cameras need FFmpeg's libavdevice, which cannot be loaded (\(reason)); install the package libavdevice\(version) "
        + "(Debian, Ubuntu), ffmpeg-libs (Fedora) or ffmpeg (Homebrew, Arch).")
  }

  #if canImport(Darwin)
    private static var folderOfFFmpeg: String? {
      let function: @convention(c) () -> UInt32 = avformat_version
      var info = Dl_info()
      guard dladdr(unsafeBitCast(function, to: UnsafeRawPointer.self), &info) != 0, let name = info.dli_fname else {
        return nil
      }
      let path = String(cString: name)
      return path.contains("/") ? path.parentPath : nil
    }
  #endif
}
