import Foundation
import VisionMedia

/// The inputs of a command line as single images, videos, cameras and streams.
struct InputList {
  /// Where one image or video comes from.
  enum Source: Hashable, Sendable {
    case standardInput
    case media(MediaSource)
    /// A file whose name is not UTF-8.
    case rawFile(RawPath)
    /// What cannot be opened, and why.
    case unreadable(name: String, reason: String)

    /// Whether it is a file that holds an image; false also for one that cannot be read. With `takesFirstFrames` animations
    /// count as images.
    func isImageFile(takesFirstFrames: Bool) -> Bool {
      guard case .media(.file(let path)) = self, RawPath(path).status?.isRegularFile == true,
        let kind = try? MediaKind.ofImageFile(path)
      else { return false }
      return takesFirstFrames || kind == .image
    }

    /// A file.
    static func file(_ path: String) -> Source { .media(.file(path: path)) }
  }

  /// The sources, in the order they were given; a folder stands for its images and videos in the order of their names, a
  /// pattern for the files that fit it.
  let sources: [Source]
  /// How many files in the folders are neither images nor videos.
  let passedOverCount: Int

  /// - Parameters:
  ///   - inputs: The inputs of the command line.
  ///   - isRecursive: Whether folders in folders are read, too.
  init(_ inputs: [String], isRecursive: Bool = false) {
    var sources: [Source] = []
    var passedOverCount = 0
    for input in inputs {
      guard input != "-" else {
        sources.append(.standardInput)
        continue
      }
      let source = MediaSource(input)
      guard case .file(let path) = source else {
        sources.append(.media(source))
        continue
      }
      for match in Self.matches(of: path) {
        if match.status?.isFolder == true {
          let walk = FolderWalk(match, isRecursive: isRecursive)
          sources += walk.sources
          passedOverCount += walk.passedOverCount
        } else {
          sources.append(match.text.map { .file($0) } ?? .rawFile(match))
        }
      }
    }
    self.sources = sources
    self.passedOverCount = passedOverCount
  }

  /// A sentence about files that were passed over; nil without any.
  var passedOverNote: String? {
    switch passedOverCount {
    case 0: nil
    case 1: "1 file that is neither an image nor a video was passed over"
    case let count: "\(count) files that are neither images nor videos were passed over"
    }
  }

  /// The files that fit a pattern such as `*.jpg`, for shells that leave it as it is; the text itself when none does or a
  /// file has this very name.
  private static func matches(of pattern: String) -> [RawPath] {
    guard pattern.contains(where: "*?[".contains), !FileManager.default.fileExists(atPath: pattern) else {
      return [RawPath(pattern)]
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_TILDE, nil, &found) == 0 else { return [RawPath(pattern)] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { path in RawPath(bytes: (0..<strlen(path)).map { UInt8(bitPattern: path[$0]) }) }
    }
  }
}

extension InputList.Source: CustomStringConvertible {
  /// The name for messages and results; an address is without user and password.
  var description: String {
    switch self {
    case .standardInput: "-"
    case .media(let source): source.description
    case .rawFile(let path): path.description
    case .unreadable(let name, _): name
    }
  }

  /// The name without folders, for files that are made of the input.
  var name: String {
    switch self {
    case .standardInput: "standard-input"
    case .media(.file(let path)): (path as NSString).lastPathComponent
    case .media(let source):
      // By scalars: as characters, a slash and a combining mark after it are another one.
      source.description.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        .joined(separator: "_")
    case .rawFile(let path): path.name
    case .unreadable(let name, _): (name as NSString).lastPathComponent
    }
  }
}
