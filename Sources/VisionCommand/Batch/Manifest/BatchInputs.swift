import VisionMedia
import VisionTasks

/// The inputs of a batch, expanded in the same order in every run: folders and lists, archives, segments of videos.
struct BatchInputs {
  private static let compressedEndings = [".tar.gz", ".tgz", ".tar.bz2", ".tar.xz", ".tar.zst"]

  private let arguments, lists: [String]
  private let isRecursive: Bool
  private let segmentSeconds: Double?

  init(_ options: BatchOptions, segmentSeconds: Double?) {
    // A list on standard input is a list, wherever it is given.
    arguments = options.inputs.filter { $0 != "-" }
    lists = (options.inputs.contains("-") ? ["-"] : []) + [options.list].compactMap { $0 }
    isRecursive = options.recursive
    self.segmentSeconds = segmentSeconds
  }

  /// Passes on the entries in order, numbered from 0. Returns the number of files that are neither images nor videos.
  func forEach(_ receive: @escaping (ManifestEntry) throws -> Void) throws -> Int {
    var count = 0
    var skippedCount = 0
    let add: (InputList.Source) throws -> Void = { source in
      skippedCount += try expand(source) { source, segment in
        try receive(ManifestEntry(number: count, source: source, segment: segment))
        count += 1
      }
    }
    skippedCount += try InputList.expand(arguments, isRecursive: isRecursive, takesArchives: true, to: add)
    for list in lists { try readList(list, add) }
    return skippedCount
  }

  private func readList(_ path: String, _ add: (InputList.Source) throws -> Void) throws {
    let lines = try LineReader(path: path)
    while var line = try lines.next() {
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if lines.count == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
      guard !line.contains(0) else { throw Self.zeroBytes(line, isFirst: lines.count == 1) }
      if !line.isEmpty { try add(Self.source(RawPath(bytes: line))) }
    }
  }

  /// A line of a list: a path, taken literally. An address that is no file's name is refused as one, so that no
  /// password is written into the manifest.
  private static func source(_ path: RawPath) -> InputList.Source {
    guard let text = path.text, text.contains(":"), path.status == nil else { return .path(path) }
    let source = MediaSource(text)
    return if case .stream = source { .media(source) } else { .path(path) }
  }

  /// The error for a list with zero bytes. UTF-16 begins with a byte-order mark, or has a zero in each ASCII letter.
  private static func zeroBytes(_ line: [UInt8], isFirst: Bool) -> TasksError {
    let isUTF16 =
      isFirst && [[0xFF, 0xFE], [0xFE, 0xFF]].contains(Array(line.prefix(2))) || line.count { $0 == 0 } > line.count / 3
    return .invalidArgument(
      isUTF16
        ? "The list is UTF-16; save it as UTF-8, for example by iconv -f UTF-16 -t UTF-8."
        : "The list has zero bytes; separate the names by line feeds (find without -print0).")
  }

  private func expand(
    _ source: InputList.Source, _ receive: (InputList.Source, VideoSegment?) throws -> Void
  ) throws -> Int {
    let path: RawPath? = if case .path(let path) = source { path } else { nil }
    if let path, path.status?.isPipe == true {
      throw TasksError.invalidArgument("\"\(path)\" is a pipe or a device; a batch has files, which can be read again.")
    }
    if let path, Self.compressedEndings.contains(where: path.name.lowercased().hasSuffix) {
      throw TasksError(.unimplementedError, "The archive \"\(path)\" is compressed; decompress it first.")
    }
    if let path, ArchiveFile.isName(path.name) { return try expandArchive(path) { try receive($0, nil) } }
    let segments = try segmentSeconds.flatMap { try self.segments(of: source, $0) } ?? [nil]
    for segment in segments { try receive(source, segment) }
    return 0
  }

  private func expandArchive(_ path: RawPath, _ receive: (InputList.Source) throws -> Void) throws -> Int {
    let archive = try ArchiveFile(path)
    var skippedCount = 0
    try archive.forEachMember { member in
      // Hidden ones, such as the attributes that macOS stores as ._NAME.
      if member.name.lastPathPart.utf8.first == UInt8(ascii: ".") { return }
      let start = member.problem == nil ? try archive.contents(of: member, limit: IntendedMedia.headLength) : Data()
      if IntendedMedia.isLikely(name: member.name, start: start) {
        try receive(.member(member, archive: path))
      } else {
        skippedCount += 1
      }
    }
    return skippedCount
  }

  /// The segments of a video; nil for images, for videos that are not cut, and for files that fail when they are
  /// processed. Throws without FFmpeg, since the manifest would be another one with it.
  private func segments(of source: InputList.Source, _ seconds: Double) throws -> [VideoSegment?]? {
    guard case .path(let path) = source, let text = path.text, path.status?.isRegularFile == true else { return nil }
    do {
      guard try !MediaKind.isImageFile(text) else { return nil }
      return try VideoSegments.plan(contentsOfFile: text, seconds: seconds)
    } catch let error as TasksError where ![.notFoundError, .failedPreconditionError].contains(error.code) {
      // It is an input that fails, with its reason in errors.jsonl.
      return nil
    }
  }
}
