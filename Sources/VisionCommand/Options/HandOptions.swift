import ArgumentParser
import MediaPipeTasksVision

/// The options of hand tasks, with the API's names and defaults.
struct HandOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of hands to find.", valueName: "n"))
  var numHands = 1

  @Option(parsing: .unconditional, help: ArgumentHelp("Minimum score of the palm detection, 0 to 1.", valueName: "x"))
  var minHandDetectionConfidence: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Minimum score of hand presence, 0 to 1; a hand must exceed it.", valueName: "x"))
  var minHandPresenceConfidence: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Minimum overlap with the previous frame, 0 to 1, for a hand to count as the same.", valueName: "x"))
  var minTrackingConfidence: Float = 0.5

  /// Sets the API's options.
  func apply(to options: HandLandmarkerOptions) {
    options.numHands = numHands
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
  }

  /// Sets the API's options.
  func apply(to options: GestureRecognizerOptions) {
    options.numHands = numHands
    options.minHandDetectionConfidence = minHandDetectionConfidence
    options.minHandPresenceConfidence = minHandPresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
  }

  mutating func validate() throws {
    guard HandCount.allowed.contains(numHands) else {
      throw ValidationError(
        "--num-hands is \(numHands); allowed are \(HandCount.allowed.lowerBound) to \(HandCount.allowed.upperBound).")
    }
    try ConfidenceOption.require(minHandDetectionConfidence, "--min-hand-detection-confidence")
    try ConfidenceOption.require(minHandPresenceConfidence, "--min-hand-presence-confidence")
    try ConfidenceOption.require(minTrackingConfidence, "--min-tracking-confidence")
  }
}
