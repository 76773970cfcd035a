import VisionMedia
import VisionTasks

/// Finds the images and videos in a folder, sorted by the bytes of their names: the same order on every machine.
struct FolderWalk<Failure: Error> {
  private(set) var skippedCount = 0

  private let isRecursive, takesArchives: Bool
  private let receive: (InputList.Source) throws(Failure) -> Void
  private var hasInput = false
  /// The folders that this walk has visited, since symbolic links may form cycles, and those of the walks before it.
  private var visited: Set<FolderIdentity> = []
  private var visitedBefore: Set<FolderIdentity> = []

  /// `receive` also gets unreadable files that look like images or videos, so that they are reported by name.
  init(isRecursive: Bool, takesArchives: Bool, receive: @escaping (InputList.Source) throws(Failure) -> Void) {
    (self.isRecursive, self.takesArchives, self.receive) = (isRecursive, takesArchives, receive)
  }

  /// `advice` says what to do about a folder without inputs. One that was walked before, on its own or in another, is
  /// left out: its inputs are there, or it was reported.
  mutating func walk(_ folder: RawPath, advice: String) throws(Failure) {
    hasInput = false
    visitedBefore.formUnion(visited)
    visited = []
    try enter(folder)
    guard !hasInput else { return }
    try take(.unreadable(name: "\(folder)", reason: "This folder contains no image or video\(advice)."))
  }

  private mutating func take(_ source: InputList.Source) throws(Failure) {
    hasInput = true
    try receive(source)
  }

  private mutating func enter(_ folder: RawPath) throws(Failure) {
    guard let identity = FolderIdentity(folder) else { return }
    guard !visitedBefore.contains(identity) else {
      hasInput = true
      return
    }
    guard visited.insert(identity).inserted else { return }
    let names: [[UInt8]]
    do {
      names = try Self.names(in: folder)
    } catch { return try take(.unreadable(name: "\(folder)", reason: error.message)) }
    let visible = names.filter { $0.first != UInt8(ascii: ".") }.sorted { $0.lexicographicallyPrecedes($1) }
    for name in visible { try take(folder.appending(name)) }
  }

  private mutating func take(_ path: RawPath) throws(Failure) {
    guard let status = path.status else {
      // A dangling link.
      return try note(path, isInput: IntendedMedia.isLikely(name: path.name, start: Data()))
    }
    if status.isFolder {
      if isRecursive { try enter(path) }
    } else {
      let isArchive = takesArchives && ArchiveFile.isName(path.name)
      try note(path, isInput: status.isRegularFile && (isArchive || Self.isInput(path)))
    }
  }

  private mutating func note(_ path: RawPath, isInput: Bool) throws(Failure) {
    if isInput { try take(.path(path)) } else { skippedCount += 1 }
  }

  private static func isInput(_ path: RawPath) -> Bool {
    do {
      let file = try OpenFile(path)
      let readable = file.path
      if try MediaKind.isImageFile(readable) { return true }
      switch try MediaKind.inspect(contentsOfFile: readable) {
      case .media: return true
      case .withoutVideo: return IntendedMedia.isLikely(name: path.name, start: Data())
      case .unreadable:
        let start = try FileHandle(forReadingFrom: URL(literalPath: readable)).read(
          upToCount: IntendedMedia.headLength)
        return IntendedMedia.isLikely(name: path.name, start: start ?? Data())
      }
    } catch {
      // An unreadable file is reported when it is processed.
      return true
    }
  }

  static func names(in folder: RawPath) throws(TasksError) -> [[UInt8]] {
    guard let directory = folder.withCString({ opendir($0) }) else {
      throw TasksError(.permissionDeniedError, "The folder cannot be listed: \(FileFailure().text).")
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
      throw TasksError(.unavailableError, "The folder cannot be listed: \(FileFailure().text).")
    }
    return names
  }
}

/// Which folder a path leads to: equal for all paths to it, links resolved.
struct FolderIdentity: Hashable {
  private let device, file: UInt64

  /// Nil where there is nothing.
  init?(_ path: RawPath) {
    guard let status = path.status else { return nil }
    (device, file) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}
