import Foundation
import VisionMedia
import VisionTasks

/// Finds the images and videos in a folder, sorted by name.
struct FolderWalk {
  private struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }

  /// The inputs, including unreadable files that look like images or videos, so that they are reported by name.
  private(set) var sources: [InputList.Source] = []
  /// The number of other files.
  private(set) var skippedCount = 0

  private let isRecursive: Bool
  /// The visited folders: symbolic links may form cycles.
  private var visited: Set<Identity> = []

  /// - Parameters:
  ///   - folder: The root folder.
  ///   - isRecursive: Whether subfolders are searched. Hidden ones are skipped.
  init(_ folder: RawPath, isRecursive: Bool) {
    self.isRecursive = isRecursive
    enter(folder)
    if sources.isEmpty {
      let advice = isRecursive ? "" : "; use --recursive to search subfolders"
      sources = [.unreadable(name: "\(folder)", reason: "This folder contains no image or video\(advice).")]
    }
  }

  private mutating func enter(_ folder: RawPath) {
    guard let status = folder.status else { return }
    guard visited.insert(Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino))).inserted else { return }
    let names: [[UInt8]]
    do {
      names = try Self.names(in: folder)
    } catch {
      sources.append(.unreadable(name: "\(folder)", reason: error.message))
      return
    }
    let paths = names.filter { $0.first != UInt8(ascii: ".") }.map(folder.appending)
    for path in paths.map({ (path: $0, shown: $0.description) }).sorted(by: { $0.shown < $1.shown }).map(\.path) {
      take(path)
    }
  }

  private mutating func take(_ path: RawPath) {
    guard let status = path.status else {
      // A dangling link.
      return note(path, isInput: IntendedMedia.isLikely(name: path.name, start: Data()))
    }
    if status.isFolder {
      if isRecursive { enter(path) }
    } else {
      note(path, isInput: status.isRegularFile && Self.isInput(path))
    }
  }

  private mutating func note(_ path: RawPath, isInput: Bool) {
    if isInput { sources.append(path.text.map { .file($0) } ?? .rawFile(path)) } else { skippedCount += 1 }
  }

  /// Whether a file is an image or a video, or looks like a damaged one.
  private static func isInput(_ path: RawPath) -> Bool {
    do {
      let file = try path.text == nil ? OpenFile(path) : nil
      let readable = file?.path ?? path.description
      switch try MediaKind.inspect(contentsOfFile: readable) {
      case .media: return true
      case .withoutVideo: return IntendedMedia.isLikely(name: path.name, start: Data())
      case .unreadable:
        let start = try FileHandle(forReadingFrom: URL(fileURLWithPath: readable)).read(
          upToCount: IntendedMedia.headLength)
        return IntendedMedia.isLikely(name: path.name, start: start ?? Data())
      }
    } catch {
      // An unreadable file is reported when it is processed.
      return true
    }
  }

  /// The file names in a folder as raw bytes, unsorted.
  private static func names(in folder: RawPath) throws(TasksError) -> [[UInt8]] {
    guard let directory = folder.withCString({ opendir($0) }) else {
      throw TasksError(.permissionDeniedError, "The folder cannot be listed: \(String(cString: strerror(errno))).")
    }
    defer { closedir(directory) }
    var names: [[UInt8]] = []
    errno = 0
    while let entry = readdir(directory) {
      let name = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
        .assumingMemoryBound(to: CChar.self)
      names.append((0..<strlen(name)).map { UInt8(bitPattern: name[$0]) })
      errno = 0
    }
    guard errno == 0 else {
      throw TasksError(.unavailableError, "The folder cannot be listed: \(String(cString: strerror(errno))).")
    }
    return names
  }
}
