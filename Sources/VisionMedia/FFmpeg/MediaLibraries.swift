internal import CCairo
internal import CFFmpeg
internal import CVisionHEIF
internal import CVisionWebP

extension LibraryUse {
  package static let media: [LibraryUse] = [
    LibraryUse("FFmpeg", for: "videos, streams, most image formats, writing PNG") { try FFmpegLibrary.load() },
    LibraryUse("libavdevice", for: "cameras") { try DeviceLibrary.load() },
    LibraryUse("Cairo", for: "drawing") { _ = try SystemLibrary.cairo.load() },
    LibraryUse("Pango", for: "labels in other than Latin letters") { _ = try OtherScripts.library.load() },
    LibraryUse("libheif", for: "HEIC and AVIF images") { _ = try SystemLibrary.heif.load() },
    LibraryUse("libwebpdemux", for: "animated WebP") { _ = try SystemLibrary.webP.load() },
  ]
}

extension SystemLibrary {
  static let heif = SystemLibrary(
    names: candidates(linux: "libheif.so.1", darwin: "libheif.1.dylib"), need: "HEIC and AVIF images need libheif",
    remedy: "install the package libheif1 (Debian, Ubuntu) or libheif (Homebrew, Fedora, Arch)", code: .notFoundError
  ) { vision_heif_open($0, $1, $2) }

  static let webP = SystemLibrary(
    names: candidates(linux: "libwebpdemux.so.2", darwin: "libwebpdemux.2.dylib"),
    need: "Animated WebP files need libwebpdemux",
    remedy: "install the package libwebpdemux2 (Debian, Ubuntu), libwebp (Fedora, Arch) or webp (Homebrew)",
    code: .notFoundError
  ) { vision_webp_open($0, $1, $2) }

  /// Cairo, loaded on first use because it depends on X11 and font libraries. Its interface has only grown since the
  /// library got its file name, so no version is compared. Its functions are called without the handle.
  static let cairo = SystemLibrary(
    names: candidates(linux: "libcairo.so.2", darwin: "libcairo.2.dylib"), need: "Drawing needs Cairo",
    remedy: "install the package libcairo2 (Debian, Ubuntu) or cairo (Homebrew, Fedora, Arch)", code: .notFoundError
  ) { vision_cairo_load($0, $1, $2) ? OpaquePointer(bitPattern: 1) : nil }
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
        throw TasksError.failedPrecondition(
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
