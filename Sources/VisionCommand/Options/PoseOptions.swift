import ArgumentParser
import MediaPipeTasksVision

/// The options of the pose task, with the API's names and defaults.
struct PoseOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("Maximum number of people to find.", valueName: "n"))
  var numPoses = 1

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Minimum score of the person detection, 0 to 1.", valueName: "x"))
  var minPoseDetectionConfidence: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Minimum score of pose presence, 0 to 1; a person must exceed it.", valueName: "x"))
  var minPosePresenceConfidence: Float = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Minimum overlap with the previous frame, 0 to 1, for a person to count as the same.", valueName: "x"))
  var minTrackingConfidence: Float = 0.5

  @Flag(help: "Do not smooth the landmarks of a single person over the frames of a video.")
  var noSmoothing = false

  /// Sets the API's options, but for the masks.
  func apply(to options: PoseLandmarkerOptions) {
    options.numPoses = numPoses
    options.minPoseDetectionConfidence = minPoseDetectionConfidence
    options.minPosePresenceConfidence = minPosePresenceConfidence
    options.minTrackingConfidence = minTrackingConfidence
    options.shouldSmoothLandmarks = !noSmoothing
  }

  mutating func validate() throws {
    guard numPoses >= 1 else {
      throw ValidationError("--num-poses is \(numPoses); allowed is any integer from 1.")
    }
    try ConfidenceOption.require(minPoseDetectionConfidence, "--min-pose-detection-confidence")
    try ConfidenceOption.require(minPosePresenceConfidence, "--min-pose-presence-confidence")
    try ConfidenceOption.require(minTrackingConfidence, "--min-tracking-confidence")
  }
}
