/// The category of a track: what most frames said, so that it does not change back and forth.
package struct CategoryChoice: Sendable {
  /// The weight of a vote after each further frame, as for a track's class.
  private static let decay = 0.95
  /// How many times as many votes as the chosen category another one needs.
  private static let challengeFactor = 1.25

  private var votes = [Double](repeating: 0, count: CoarseCategory.allCases.count)
  private var chosen: CoarseLabel?

  package init() {}

  /// Adds a frame's label. Returns the chosen category with its newest confidence.
  package mutating func update(_ label: CoarseLabel) -> CoarseLabel {
    for index in votes.indices { votes[index] *= Self.decay }
    votes[label.category.rawValue] += 1
    guard let current = chosen, current.category != label.category,
      votes[label.category.rawValue] <= Self.challengeFactor * votes[current.category.rawValue]
    else {
      chosen = label
      return label
    }
    return current
  }
}
