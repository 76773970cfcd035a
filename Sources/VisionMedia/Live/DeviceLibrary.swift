internal import CFFmpeg
import Foundation
import VisionCore

/// FFmpeg's libavdevice, loaded when the first camera is opened because it depends on dozens of other libraries.
enum DeviceLibrary {
  /// The version that matches the loaded FFmpeg: the versions of libavdevice and libavformat increase together.
  static var version: Int { Int(avformat_version() >> 16) }

  /// The file names to try, in order.
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
  ///
  /// - Throws: `TasksError` with `notFoundError` when it is not installed, `failedPreconditionError` when it is of another
  ///   version than the rest of FFmpeg; what `FFmpegLibrary.load(_:)` throws.
  static func load() throws {
    try FFmpegLibrary.load()
    try isLoaded.withLock { isLoaded in
      if isLoaded { return }
      try load(oneOf: candidates)
      isLoaded = true
    }
  }

  /// Loads the first library found.
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
