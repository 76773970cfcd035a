import VisionMedia

struct InputList {
  enum Source: Hashable, Sendable {
    case standardInput
    case path(RawPath)
    /// A camera or a stream. The number tells those apart whose names are equal.
    case media(MediaSource, number: Int = 1)
    case member(TarMember, archive: RawPath)
    case sequence(ImageSequence)
    case unreadable(name: String, reason: String)

    /// Whether it is a readable image file. With `takesFirstFrames`, animations count as images.
    func isImageFile(takesFirstFrames: Bool) -> Bool {
      guard case .path(let path) = self, let text = path.text, path.status?.isRegularFile == true,
        let kind = try? MediaKind.ofImageFile(text)
      else { return false }
      return takesFirstFrames || kind == .image
    }

    var isSequence: Bool { if case .sequence = self { true } else { false } }

    static func file(_ path: String) -> Source { .path(RawPath(path)) }
  }

  /// In the given order; folders are expanded to their images and videos sorted by name, patterns to matching files.
  let sources: [Source]
  let skippedCount: Int

  /// With a `sequenceFrameRate` the images of a folder are the frames of a video; else they stand alone.
  init(_ inputs: [String], isRecursive: Bool = false, sequenceFrameRate: Double? = nil) {
    var sources: [Source] = []
    skippedCount = Self.expand(inputs, isRecursive: isRecursive) { sources.append($0) }
    sources = Self.numbered(sources)
    self.sources = sequenceFrameRate.map { ImageSequence.joining(sources, frameRate: $0) } ?? sources
  }

  /// Streams of one host have equal names, since their paths may be secret: all but the first one get a number.
  private static func numbered(_ sources: [Source]) -> [Source] {
    var known: [String: [MediaSource]] = [:]
    return sources.map { source in
      guard case .media(let media, _) = source else { return source }
      var equals = known[media.description] ?? []
      if !equals.contains(media) { equals.append(media) }
      known[media.description] = equals
      return .media(media, number: (equals.firstIndex(of: media) ?? 0) + 1)
    }
  }

  /// Passes on the sources of a command line in order, and returns the number of files in folders that are no inputs.
  static func expand<Failure>(
    _ inputs: [String], isRecursive: Bool, takesArchives: Bool = false,
    to receive: @escaping (Source) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var walk = FolderWalk(isRecursive: isRecursive, takesArchives: takesArchives, receive: receive)
    let advice = isRecursive ? "" : "; use --recursive to search subfolders"
    for (place, input) in inputs.enumerated() {
      if input == "-" {
        try receive(.standardInput)
        continue
      }
      guard !input.isEmpty else {
        try receive(.unreadable(name: #""\#(input)""#, reason: "The path is empty; name a file or a folder."))
        continue
      }
      let source = MediaSource(input)
      guard case .file(let path) = source else {
        try receive(.media(source))
        continue
      }
      if let name = frameNumberPattern(in: path) {
        let pattern = path.replacing(name, with: "*")
        try receive(
          .unreadable(
            name: path,
            reason:
              "There is no such file; patterns like \(name) are FFmpeg's. Name the folder or '\(pattern)', and add "
              + "--mode video if the images are the frames of a video."))
        continue
      }
      for match in paths(of: path, number: inputs[..<place].count { $0 == input }) {
        if match.status?.isFolder == true { try walk.walk(match, advice: advice) } else { try receive(.path(match)) }
      }
    }
    return walk.skippedCount
  }

  /// Refuses arguments that name neither a file nor a folder, and patterns that no file fits.
  static func requireExisting(_ arguments: [String]) throws(TasksError) {
    for (place, argument) in arguments.enumerated() {
      guard let path = path(of: argument), !path.isEmpty, frameNumberPattern(in: path) == nil else { continue }
      let paths = paths(of: path, number: arguments[..<place].count { $0 == argument })
      if let first = paths.first, paths.allSatisfy({ $0.status == nil }) {
        throw .missingFile(first.description, advice: "check the path.")
      }
    }
  }

  var emptyReason: String? {
    var reasons: [String] = []
    for case .unreadable(let name, let reason) in sources { reasons.append("\(name): \(reason)") }
    return reasons.isEmpty || reasons.count < sources.count ? nil : reasons.joined(separator: " ")
  }

  static func note(skippedCount: Int) -> String? {
    switch skippedCount {
    case 0: nil
    case 1: "skipped 1 file that is neither an image nor a video"
    case let count: "skipped \(count) files that are neither images nor videos"
    }
  }

  /// FFmpeg's placeholder for a frame's number, such as `%06d`, in the name of a file that does not exist.
  private static func frameNumberPattern(in path: String) -> String? {
    guard let match = path.firstMatch(of: /%[0-9]*d/), RawPath(path).status == nil else { return nil }
    return String(match.output)
  }

  /// The files and folders that a path on the command line stands for; the path itself if there is none. `number` is
  /// how many arguments before it have the same text.
  private static func paths(of path: String, number: @autoclosure () -> Int) -> [RawPath] {
    guard path.unicodeScalars.contains("\u{FFFD}") else { return matches(of: path) }
    // Swift's texts have replacement characters in the place of bytes that are not UTF-8; a file may have them, too.
    let equals = (0..<Int(CommandLine.argc)).compactMap {
      CommandLine.unsafeArgv[$0].map { RawPath(bytes: bytes(of: $0)) }
    }
    .filter { String(decoding: $0.bytes, as: UTF8.self) == path }
    let number = number()
    guard equals.indices.contains(number), equals[number].text == nil else { return matches(of: path) }
    return [equals[number]]
  }

  private static func bytes(of text: UnsafePointer<CChar>) -> [UInt8] {
    (0..<strlen(text)).map { UInt8(bitPattern: text[$0]) }
  }

  /// Expands a pattern such as `*.jpg` that the shell did not expand; the text itself if nothing matches or a file has
  /// exactly this name. Folders at the start that exist with exactly this name are no patterns.
  private static func matches(of pattern: String) -> [RawPath] {
    guard pattern.contains(where: "*?[".contains), RawPath(pattern).status == nil else { return [RawPath(pattern)] }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(escapingExistingFolders(of: pattern), GLOB_TILDE, nil, &found) == 0 else { return [RawPath(pattern)] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { RawPath(bytes: bytes(of: $0)) }
    }
  }

  private static func escapingExistingFolders(of pattern: String) -> String {
    var folder = RawPath(pattern).folder
    while folder.bytes.contains(UInt8(ascii: "/")), folder.status?.isFolder != true { folder = folder.folder }
    guard folder.status?.isFolder == true, RawPath(pattern).bytes.starts(with: folder.bytes) else { return pattern }
    let escaped = folder.bytes.flatMap { "*?[]\\".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
    return String(decoding: escaped + RawPath(pattern).bytes.dropFirst(folder.bytes.count), as: UTF8.self)
  }

  /// The path named by a command-line input; nil for standard input, cameras and streams.
  static func path(of argument: String) -> String? {
    guard argument != "-", case .file(let path) = MediaSource(argument) else { return nil }
    return path
  }

  static func areSeveral(_ arguments: [String]) -> Bool {
    guard arguments.count == 1, let argument = arguments.first else { return true }
    guard let path = path(of: argument) else { return false }
    let kind = FilePlace(path: path).kind
    return kind == .folder || (kind == .nothing && path.contains(where: "*?[".contains))
  }
}

extension InputList.Source: CustomStringConvertible {
  /// The name for messages and results; URLs are shown as scheme, user and host, and a number from the second one on.
  var description: String {
    switch self {
    case .standardInput: "-"
    case .path(let path): path.description
    case .media(let source, let number): source.description + (number > 1 ? "-\(number)" : "")
    case .member(let member, let archive): "\(archive)/\(member.name)"
    case .sequence(let sequence): sequence.folder.description
    case .unreadable(let name, _): name
    }
  }

  var name: String {
    switch self {
    case .standardInput: "standard-input"
    case .path(let path): path.name
    case .media:
      // Split by scalars: a slash followed by a combining mark is a different character.
      description.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        .joined(separator: "_")
    case .member(let member, _): member.name.lastPathPart
    case .sequence(let sequence): sequence.folder.name
    case .unreadable(let name, _): name.lastPathPart
    }
  }
}
