import Foundation
import VisionMedia

/// The inputs of a command line as single pictures, videos, cameras and streams.
struct InputList {
  /// Where one picture or video comes from.
  enum Source: Hashable, Sendable {
    case standardInput
    case media(MediaSource)

    /// Whether it is a file that holds a picture; false also for one that cannot be read.
    var isPictureFile: Bool {
      guard case .media(.file(let path)) = self else { return false }
      return (try? MediaKind.detect(contentsOfFile: path)) == .picture
    }

    /// A file.
    static func file(_ path: String) -> Source { .media(.file(path: path)) }
  }

  /// The sources, in the order they were given; a folder stands for its pictures and videos in the order of their names, a
  /// pattern for the files that fit it.
  let sources: [Source]

  init(_ inputs: [String]) {
    sources = inputs.flatMap { input -> [Source] in
      guard input != "-" else { return [.standardInput] }
      let source = MediaSource(input)
      guard case .file(let path) = source else { return [.media(source)] }
      return Self.matches(of: path).flatMap(Self.files)
    }
  }

  /// The files that fit a pattern such as `*.jpg`, for shells that leave it as it is; the text itself when none does or a
  /// file has this very name.
  private static func matches(of pattern: String) -> [String] {
    guard pattern.contains(where: "*?[".contains), !FileManager.default.fileExists(atPath: pattern) else {
      return [pattern]
    }
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern, GLOB_TILDE, nil, &found) == 0 else { return [pattern] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }

  /// The pictures and videos in a folder; anything else is its own only file.
  ///
  /// What is not there, cannot be listed or has no fitting files stays in the list, and fails when it is opened.
  private static func files(of input: String) -> [Source] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: input, isDirectory: &isFolder), isFolder.boolValue,
      let names = try? FileManager.default.contentsOfDirectory(atPath: input)
    else { return [.file(input)] }
    let files = names.filter { !$0.hasPrefix(".") }.sorted()
      .map { (input as NSString).appendingPathComponent($0) }
      .filter(isMedia)
    return files.isEmpty ? [.file(input)] : files.map { .file($0) }
  }

  private static func isMedia(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
      return false
    }
    // A file that may not be read is worth a word when its turn comes.
    do { return try MediaKind.detect(contentsOfFile: path) != nil } catch { return true }
  }
}

extension InputList.Source: CustomStringConvertible {
  /// The name for messages and results; an address is without user and password.
  var description: String {
    switch self {
    case .standardInput: "-"
    case .media(let source): source.description
    }
  }

  /// The name without folders, for files that are made of the input.
  var name: String {
    switch self {
    case .standardInput: "standard-input"
    case .media(.file(let path)): (path as NSString).lastPathComponent
    case .media(let source): source.description.replacing("/", with: "_")
    }
  }
}
