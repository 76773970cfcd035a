/// A file that is about to replace one of a part.
struct StagedFile: Hashable {
  enum Kind: String {
    case results, errors
  }

  private static let start = "staged-"

  let part: Int
  let kind: Kind

  init(part: Int, kind: Kind) { (self.part, self.kind) = (part, kind) }

  /// Parses a name; nil for that of another file.
  init?(name: String) {
    guard name.hasPrefix(Self.start) else { return nil }
    let fields = name.dropFirst(Self.start.count).split(separator: ".")
    guard fields.count == 2, let part = Int(fields[0]), part >= 0, let kind = Kind(rawValue: String(fields[1])) else {
      return nil
    }
    self.init(part: part, kind: kind)
  }

  var name: String { "\(Self.start)\(BatchFolder.number(part)).\(kind.rawValue)" }
}
