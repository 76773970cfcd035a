import VisionCore

extension ObjectTrackerOptions {
  /// - Throws: `TasksError` with `invalidArgumentError` for the first value that is not allowed.
  package func validate() throws {
    let shares: [(name: String, value: Float)] = [
      ("minScore", minScore), ("highScore", highScore), ("birthScore", birthScore),
      ("suppressionOverlap", suppressionOverlap), ("matchOverlap", matchOverlap),
      ("lowScoreMatchOverlap", lowScoreMatchOverlap), ("newMatchOverlap", newMatchOverlap),
      ("lostMatchOverlap", lostMatchOverlap), ("colorSimilarity", colorSimilarity),
      ("lostColorSimilarity", lostColorSimilarity), ("duplicateOverlap", duplicateOverlap),
    ]
    for (name, value) in shares {
      guard value >= 0, value <= 1 else { throw Self.refused(name, value.plainText, allowed: "numbers in 0...1") }
    }
    let amounts: [(name: String, value: Double)] = [
      ("lostFrameLimit", lostFrameLimit), ("lostReach", Double(lostReach)),
      ("lostReachGrowth", Double(lostReachGrowth)), ("colorWeight", Double(colorWeight)),
      ("classPenalty", Double(classPenalty)),
    ]
    for (name, value) in amounts {
      guard value >= 0, value.isFinite else { throw Self.refused(name, value.plainText, allowed: "numbers from 0") }
    }
    guard minScore <= highScore else {
      throw TasksError.invalidArgument(
        "minScore is \(minScore.plainText) and highScore is \(highScore.plainText); highScore must not be below minScore."
      )
    }
    guard confirmationUpdates >= 1 else {
      throw Self.refused("confirmationUpdates", "\(confirmationUpdates)", allowed: "integers from 1")
    }
    guard coastedUpdateLimit >= 0 else {
      throw Self.refused("coastedUpdateLimit", "\(coastedUpdateLimit)", allowed: "integers from 0")
    }
    if let maxObjects, maxObjects < 1 {
      throw Self.refused("maxObjects", "\(maxObjects)", allowed: "integers from 1, and nil for all")
    }
  }

  private static func refused(_ name: String, _ value: String, allowed: String) -> TasksError {
    TasksError.invalidArgument("\(name) is \(value); allowed are \(allowed).")
  }
}
