import VisionMedia

extension InputList {
  /// The path that an input as given names; nil for standard input, cameras and streams.
  static func path(of argument: String) -> String? {
    guard argument != "-", case .file(let path) = MediaSource(argument) else { return nil }
    return path
  }

  /// Whether inputs as given may be several: there are several, or one is a folder or a pattern, whatever that holds.
  static func areSeveral(_ arguments: [String]) -> Bool {
    guard arguments.count == 1, let argument = arguments.first else { return true }
    guard let path = path(of: argument) else { return false }
    let kind = FilePlace(path: path).kind
    return kind == .folder || (kind == .nothing && path.contains(where: "*?[".contains))
  }
}
