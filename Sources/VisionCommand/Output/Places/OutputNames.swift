import VisionMedia

/// The names of output files: each input's path relative to the common parent folder of all inputs.
struct OutputNames {
  private let root: [String]

  /// Files in a folder that was given are named relative to it.
  init(arguments: [String], sources: [InputList.Source]) {
    let folders = arguments.compactMap(InputList.path).filter { FilePlace(path: $0).kind == .folder }
      .map(Self.components)
    let parents = sources.compactMap(\.shownPath).map { Self.components($0).dropLast() }.map(Array.init)
    root =
      (folders + parents).reduce(nil as [String]?) { common, path in
        // By bytes, as in `FilePlace`.
        common.map { zip($0, path).prefix { $0.utf8.elementsEqual($1.utf8) }.map(\.0) } ?? path
      } ?? []
  }

  func name(of source: InputList.Source) -> String {
    guard let path = source.shownPath else { return source.name }
    let below = Self.components(path).dropFirst(root.count)
    return below.isEmpty ? source.name : below.joined(separator: "/")
  }

  /// The components of the absolute path; links are not resolved, so names are as given. `standardized` would take
  /// `a/../b` for `/b`.
  private static func components(_ path: String) -> [String] {
    URL(literalPath: path).standardizedFileURL.pathComponents
  }
}

extension InputList.Source {
  /// The path of a file or folder; nil where it is no valid text.
  var path: String? { rawPath?.text }

  /// The path as in messages.
  fileprivate var shownPath: String? { rawPath?.description }

  private var rawPath: RawPath? {
    switch self {
    case .path(let path): path
    case .sequence(let sequence): sequence.folder
    default: nil
    }
  }

  var files: [RawPath] {
    switch self {
    case .path(let path): [path]
    case .sequence(let sequence): sequence.files
    case .member(_, let archive): [archive]
    case .standardInput, .media, .unreadable: []
    }
  }
}

enum AnnotationNames {
  static func isVideo(_ name: String) -> Bool { ["mp4", "m4v"].contains(name.fileExtension.lowercased()) }
  static func isWritable(_ name: String) -> Bool { isVideo(name) || ImageFile.Encoding(fileName: name) != nil }

  /// The name of an annotated input: the input's name, plus an extension if its format cannot be written.
  static func name(for input: String, isVideo: Bool) -> String {
    let hasFittingFormat = isVideo ? Self.isVideo(input) : ImageFile.Encoding(fileName: input) != nil
    return hasFittingFormat ? input : input + (isVideo ? ".mp4" : ".png")
  }
}

/// The names of mask files.
enum MaskNames {
  static func name(for input: String, frame: Int?, mask: String) -> String {
    input + "." + MaskFileName.ending(frame: frame, mask: mask)
  }

  static func inputs(ofMask name: String) -> [String] {
    guard let match = name.wholeMatch(of: /(.+?)(\.[0-9]{6,})?\.([0-9]+|category)\.png/) else { return [] }
    let (_, shortest, frame, _) = match.output
    return [String(shortest)] + (frame.map { [String(shortest + $0)] } ?? [])
  }
}
