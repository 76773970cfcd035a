extension ResultCategory {
  /// The name of ML Kit's coarse category in words: `home goods` for `homeGoods`.
  package var coarseText: String {
    (categoryName ?? "").reduce(into: "") { text, letter in
      text += letter.isUppercase ? " " + letter.lowercased() : String(letter)
    }
  }
}
