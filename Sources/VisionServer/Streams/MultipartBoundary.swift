import Hummingbird

/// The text between the parts of a multipart body (RFC 2046, section 5.1.1).
struct MultipartBoundary: Sendable, Hashable {
  private static let maxLength = 70
  private static let characters = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=?")

  /// The line before each part.
  let delimiter: String
  /// The line after the last part.
  var end: String { delimiter + "--" }

  /// Nil for another media type, and without a valid boundary.
  ///
  /// - Parameter mediaType: A header's value, such as `multipart/x-mixed-replace; boundary=frame`.
  init?(mediaType: String) {
    let fields = mediaType.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    guard fields.first?.lowercased().hasPrefix("multipart/") == true,
      let field = fields.dropFirst().first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    let name = field.dropFirst("boundary=".count).trimmingCharacters(in: ["\""])
    guard (1...Self.maxLength).contains(name.count), name.allSatisfy(Self.characters.contains) else { return nil }
    // Some cameras count the hyphens before each part as the boundary's own.
    delimiter = name.hasPrefix("--") ? name : "--" + name
  }
}
