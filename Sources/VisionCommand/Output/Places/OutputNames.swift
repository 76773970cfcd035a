import Foundation
import VisionMedia

/// The names of files that are made of inputs: each input's path below the folder that all inputs have in common.
struct OutputNames {
  private let root: [String]

  /// - Parameters:
  ///   - arguments: The inputs as given; files of a folder are named by their paths below it, however few there are.
  ///   - sources: What they stand for.
  init(arguments: [String], sources: [InputList.Source]) {
    let folders = arguments.compactMap(InputList.path).filter { FilePlace(path: $0).kind == .folder }.map(
      Self.components)
    let parents = sources.compactMap(\.path).map { Self.components($0).dropLast() }.map(Array.init)
    root =
      (folders + parents).reduce(nil as [String]?) { common, path in
        common.map { zip($0, path).prefix { $0 == $1 }.map(\.0) } ?? path
      } ?? []
  }

  /// The name for a source, with `/` where it lies in a folder below the common one.
  func name(of source: InputList.Source) -> String {
    guard let path = source.path else { return source.name }
    let below = Self.components(path).dropFirst(root.count)
    return below.isEmpty ? source.name : below.joined(separator: "/")
  }

  /// The folders and the name of an absolute path, by its letters: links keep the names the caller knows.
  private static func components(_ path: String) -> [String] { URL(fileURLWithPath: path).standardized.pathComponents }
}

extension InputList.Source {
  /// The path of a file; nil for anything else.
  var path: String? {
    if case .media(.file(let path)) = self { path } else { nil }
  }
}
