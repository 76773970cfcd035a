/// What is wrong with labels: counted, with the first ones in words. What they concern is not evaluated.
package struct LabelProblems: Sendable, Hashable {
  private static let shownPerKind = 3

  /// The kinds of problems, in the order of their first appearance.
  package private(set) var kinds: [Kind] = []

  package struct Kind: Sendable, Hashable, Encodable {
    /// For example `boxes that are no boxes`.
    package let what: String
    package fileprivate(set) var count: Int
    package fileprivate(set) var examples: [String]

    /// For example `boxes that are no boxes (2): a.txt line 3, b.txt line 1`.
    package var text: String {
      let more = count > examples.count ? ", …" : ""
      return "\(what) (\(count))" + (examples.isEmpty ? "" : ": " + examples.joined(separator: ", ") + more)
    }
  }

  package init() {}

  package var isEmpty: Bool { kinds.isEmpty }
  package var count: Int { kinds.reduce(0) { $0 + $1.count } }

  package mutating func add(_ what: String, _ example: @autoclosure () -> String) {
    let index = kinds.firstIndex { $0.what == what } ?? kinds.endIndex
    if index == kinds.endIndex { kinds.append(Kind(what: what, count: 0, examples: [])) }
    kinds[index].count += 1
    if kinds[index].examples.count < Self.shownPerKind { kinds[index].examples.append(example()) }
  }
}
