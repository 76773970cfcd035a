import VisionResults

/// The votes for a track's class: each observation votes with its score, and old votes fade.
struct ClassVotes: Sendable {
  /// The factor of older votes at each observation.
  private static let memory = 0.95

  private var votes: [(kind: ObjectClass, weight: Double)]

  init(_ first: ObjectClass, score: Double) { votes = [(first, score)] }

  /// The class with the most votes; the older one of equals.
  var majority: ObjectClass {
    var best = votes[0]
    for vote in votes.dropFirst() where vote.weight > best.weight { best = vote }
    return best.kind
  }

  mutating func add(_ kind: ObjectClass, score: Double) {
    for index in votes.indices { votes[index].weight *= Self.memory }
    if let index = votes.firstIndex(where: { $0.kind.index == kind.index }) {
      votes[index].weight += score
    } else {
      votes.append((kind, score))
    }
  }
}
