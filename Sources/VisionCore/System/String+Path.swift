import Foundation

/// The parts of file paths, by their bytes. `NSString` has such functions, too, but outside of Apple's platforms some
/// of them trap on paths such as `a` and `//é`.
extension String {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// The path without slashes at its end; "/" where it has only slashes.
  private var trimmedPath: Substring {
    guard let last = utf8.lastIndex(where: { $0 != Self.slash }) else { return Substring(utf8.prefix(1)) }
    return Substring(utf8[...last])
  }

  /// The name at the end of a path, without the folders before it: "c.png" of "a/b/c.png", "b" of "a/b/", "/" of "/".
  package var lastPathPart: String {
    let path = trimmedPath.utf8
    guard path.count > 1, let slash = path.lastIndex(of: Self.slash) else { return String(trimmedPath) }
    return String(Substring(path[path.index(after: slash)...]))
  }

  /// The path of the folder that a path is in: "a" of "a/b", "" of "a", "/" of "/a" and of "/".
  package var parentPath: String {
    let path = trimmedPath.utf8
    guard let slash = path.lastIndex(of: Self.slash) else { return "" }
    return String(String(Substring(path[...slash])).trimmedPath)
  }

  /// The extension of a path's last part, without its dot: "png" of "a/b.png"; empty without one, as in ".hidden" and
  /// "a.".
  package var fileExtension: String {
    let name = lastPathPart.utf8
    guard let dot = name.lastIndex(of: Self.dot), name[..<dot].contains(where: { $0 != Self.dot }) else { return "" }
    return String(Substring(name[name.index(after: dot)...]))
  }

  /// The path without the extension of its last part and the dot before it: "a/b" of "a/b.png".
  package var withoutFileExtension: String {
    let length = fileExtension.utf8.count
    return length == 0 ? String(trimmedPath) : String(Substring(trimmedPath.utf8.dropLast(length + 1)))
  }

  /// The path of an open descriptor of this process.
  package static func path(ofDescriptor descriptor: Int32) -> String {
    #if os(Linux)
      "/proc/self/fd/\(descriptor)"
    #else
      "/dev/fd/\(descriptor)"
    #endif
  }

  /// The descriptor that a path names, in either spelling; nil for other paths.
  package var descriptor: Int32? {
    ["/dev/fd/", "/proc/self/fd/"].first(where: hasPrefix).flatMap { Int32(dropFirst($0.count)) }
  }

  /// The path from the root; a relative one is in the working folder.
  package var absolutePath: String { hasPrefix("/") ? self : FileManager.default.currentDirectoryPath + "/" + self }

  /// The path of something in a folder: "a/b" of "a" and "b"; a part alone where the folder's path is empty.
  package func appendingPath(_ part: String) -> String {
    if isEmpty { return part }
    let rest = String(Substring(part.utf8.drop { $0 == Self.slash }))
    return utf8.last == Self.slash ? self + rest : self + "/" + rest
  }

  /// Extensions of formats of images that are read, and of a few that cannot be.
  private static let imageExtensions: Set = [
    "jpg", "jpeg", "jpe", "jfif", "png", "apng", "webp", "bmp", "dib", "tif", "tiff", "gif", "heic", "heif", "hif",
    "avif", "jxl", "jp2", "ppm", "pgm", "pbm", "pnm", "exr", "tga",
  ]

  /// The same of videos. `ts` and `mts` are absent: most such files are TypeScript, and MPEG streams are detected by
  /// their contents.
  private static let videoExtensions: Set = [
    "mp4", "m4v", "mov", "qt", "mkv", "webm", "avi", "mpg", "mpeg", "m2ts", "m2v", "vob", "ogv", "flv", "wmv", "asf",
    "3gp", "3g2", "mxf", "y4m", "mjpg", "mjpeg",
  ]

  /// Whether a path has the extension of an image, in capitals or not. Which formats are read depends on libraries.
  package var isImageName: Bool { Self.imageExtensions.contains(fileExtension.lowercased()) }
  /// Whether a path has the extension of a video.
  package var isVideoName: Bool { Self.videoExtensions.contains(fileExtension.lowercased()) }
}
