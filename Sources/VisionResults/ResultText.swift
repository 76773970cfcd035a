/// Results as text, for descriptions.
package enum ResultText {
  /// The number of parts, and each of them: `2 hands: Left 0.95; Right 0.98`.
  package static func list(_ parts: [String], one: String, several: String) -> String {
    if parts.isEmpty { return "no \(several)" }
    return "\(parts.count) \(parts.count == 1 ? one : several): " + parts.joined(separator: "; ")
  }

  /// The best category of each list for one hand: `Thumb_Up 0.81, Left 0.95`.
  package static func categories(_ lists: [[ResultCategory]]..., of hand: Int) -> String {
    let best = lists.compactMap { list in list.indices.contains(hand) ? list[hand].first : nil }
    return best.isEmpty ? "no categories" : best.map(\.description).joined(separator: ", ")
  }
}

extension Optional {
  /// The value as code would write it, or `nil`.
  var debugText: String { map { String(reflecting: $0) } ?? "nil" }
}
