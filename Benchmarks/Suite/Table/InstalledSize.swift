/// The installed size of both sides, as counted by `Benchmarks/installed_size.py`.
struct InstalledSize: Codable, Hashable, Sendable {
  /// A component of one side.
  struct Part: Codable, Hashable, Sendable {
    let name: String
    let bytes: Int
    /// Whether it belongs to the system, such as Debian packages and Python.
    let isSystem: Bool

    enum CodingKeys: String, CodingKey {
      case name, bytes
      case isSystem = "is_system"
    }
  }

  /// The maximum of ours ÷ MediaPipe's, without models.
  static let limit = 0.15

  let ours: [Part]
  let theirs: [Part]

  /// The total bytes of a side.
  static func bytes(_ parts: [Part], withSystem: Bool) -> Int {
    parts.filter { withSystem || !$0.isSystem }.reduce(0) { $0 + $1.bytes }
  }

  /// Ours ÷ MediaPipe's; nil if MediaPipe's is 0.
  func ratio(withSystem: Bool) -> Double? {
    let theirs = Self.bytes(theirs, withSystem: withSystem)
    return theirs > 0 ? Double(Self.bytes(ours, withSystem: withSystem)) / Double(theirs) : nil
  }

  /// A Markdown table.
  var lines: [String] {
    FigureText.heading(["installed, without models", "ours, MB", "MediaPipe, MB", "ratio, limit"])
      + ours.map { FigureText.row(["ours: \($0.name)\($0.system)", Self.megabytes($0.bytes), "-", "-"]) }
      + theirs.map { FigureText.row(["MediaPipe: \($0.name)\($0.system)", "-", Self.megabytes($0.bytes), "-"]) }
      + [sum("without the system's", withSystem: false), sum("with the system's", withSystem: true)]
  }

  private func sum(_ name: String, withSystem: Bool) -> String {
    let ratio = ratio(withSystem: withSystem)
    let verdict = withSystem ? "" : LimitedRatio.verdict(ratio.map { $0 <= Self.limit }, Self.limit)
    return FigureText.row([
      name, Self.megabytes(Self.bytes(ours, withSystem: withSystem)),
      Self.megabytes(Self.bytes(theirs, withSystem: withSystem)), FigureText.text(ratio) + verdict,
    ])
  }

  private static func megabytes(_ bytes: Int) -> String { FigureText.text(Double(bytes) / 1e6) }
}

extension InstalledSize.Part {
  /// The suffix of the name.
  fileprivate var system: String { isSystem ? " (the system's)" : "" }
}
