import Foundation

/// Names of files as people see them; never used to find a file.
enum FileName {
  private static let longest = 120

  /// The name without folders and characters that cannot be shown.
  static func plain(_ text: String) -> String {
    // By scalars: as characters, a slash and a combining mark after it are another one.
    let last = text.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "".unicodeScalars[...]
    let scalars = last.filter { !CharacterSet.controlCharacters.contains($0) }.prefix(longest)
    let shown = String(String.UnicodeScalarView(scalars))
    return shown.isEmpty ? "unnamed" : shown
  }
}
