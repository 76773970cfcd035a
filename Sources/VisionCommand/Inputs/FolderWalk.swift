import Foundation
import VisionMedia
import VisionTasks

/// Finds the images and videos in a folder, in the order of their names.
struct FolderWalk {
  private struct Identity: Hashable {
    let device: UInt64
    let file: UInt64
  }

  /// What was found. Files that look like images or videos but cannot be read are among them, to fail by name.
  private(set) var sources: [InputList.Source] = []
  /// How many other files there were.
  private(set) var passedOverCount = 0

  private let isRecursive: Bool
  /// The folders that were entered: links may lead around in circles.
  private var entered: Set<Identity> = []

  /// - Parameters:
  ///   - folder: Where to begin.
  ///   - isRecursive: Whether folders in it are searched, too. Hidden ones are not.
  init(_ folder: RawPath, isRecursive: Bool) {
    self.isRecursive = isRecursive
    enter(folder)
    if sources.isEmpty {
      let advice = isRecursive ? "" : "; --recursive also reads the folders in it"
      sources = [.unreadable(name: "\(folder)", reason: "This folder holds no image or video\(advice).")]
    }
  }

  private mutating func enter(_ folder: RawPath) {
    guard let status = folder.status else { return }
    guard entered.insert(Identity(device: UInt64(status.st_dev), file: UInt64(status.st_ino))).inserted else { return }
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
      // A link that leads nowhere.
      return note(path, isInput: IntendedMedia.isLikely(name: path.name, start: Data()))
    }
    if status.isFolder {
      if isRecursive { enter(path) }
    } else {
      note(path, isInput: status.isRegularFile && Self.isInput(path))
    }
  }

  private mutating func note(_ path: RawPath, isInput: Bool) {
    if isInput { sources.append(path.text.map { .file($0) } ?? .rawFile(path)) } else { passedOverCount += 1 }
  }

  /// Whether a file is an image or a video, or was meant to be one.
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
      // A file that must not be read is named when its turn comes.
      return true
    }
  }

  /// The names in a folder as the system has them, in no order.
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
