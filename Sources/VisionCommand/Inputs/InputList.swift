import Foundation
import VisionMedia

/// The inputs of a command line as single pictures and videos.
struct InputList {
  /// Where one picture or video comes from.
  enum Source: Hashable {
    case standardInput
    case file(String)
  }

  /// The sources, in the order they were given; a folder stands for its pictures and videos in the order of
  /// their names.
  let sources: [Source]

  init(_ inputs: [String]) {
    sources = inputs.flatMap { $0 == "-" ? [.standardInput] : Self.files(of: $0) }
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
  /// The name for messages and results.
  var description: String {
    switch self {
    case .standardInput: "-"
    case .file(let path): path
    }
  }
}
