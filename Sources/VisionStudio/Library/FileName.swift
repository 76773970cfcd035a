import Foundation

/// Names of files as people see them; never used to find a file.
enum FileName {
  private static let longest = 120

  /// The name without folders and characters that cannot be shown.
  static func plain(_ text: String) -> String {
    let last = text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let scalars = last.unicodeScalars.filter { !CharacterSet.controlCharacters.contains($0) }.prefix(longest)
    let shown = String(String.UnicodeScalarView(scalars))
    return shown.isEmpty ? "unnamed" : shown
  }
}
