// Names in the forms of other languages and of words.
extension String {
  /// The words of a name in camel case, with a separator between: `worldLandmarks` is `world_landmarks` with `_`.
  package func words(separatedBy separator: String) -> String {
    reduce(into: "") { $0 += $1.isUppercase ? separator + $1.lowercased() : String($1) }
  }

  /// A name with hyphens in camel case: `num-hands` is `numHands`.
  package var camelCased: String {
    let words = split(separator: "-")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
  }
}
