/// The common options of the gesture recognizer and the hand landmarker.
package protocol HandTaskOptions: DescribedOptions {
  /// Maximum number of hands.
  var numHands: Int { get set }
  /// Minimum score of a palm detection.
  var minHandDetectionConfidence: Float { get set }
  /// Presence score of the landmark model that a hand must exceed.
  var minHandPresenceConfidence: Float { get set }
  /// Intersection over union above which a hand is the same as in the previous frame.
  var minTrackingConfidence: Float { get set }
  /// The palm detector runs in every n-th frame while some but fewer than `numHands` hands are tracked.
  var handDetectionInterval: Int { get set }
}

extension TaskOption where Options: HandTaskOptions {
  /// The options for hands.
  package static var hands: [TaskOption] {
    [
      TaskOption(
        "numHands", \.numHands, group: "Hands", label: "Maximum hands", help: "Maximum number of hands to find.",
        details: "While fewer are seen, the search for more goes on, as often as the detection interval says.",
        // The palm detector never detects more hands in an image.
        kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...4, served: 16))),
      TaskOption(
        "minHandDetectionConfidence", \.minHandDetectionConfidence, group: "Hands", label: "Detection confidence",
        help: "Minimum score of the palm detection, 0 to 1.",
        details: "A lower value finds more hands, and more false ones."),
      TaskOption(
        "minHandPresenceConfidence", \.minHandPresenceConfidence, group: "Hands", label: "Presence confidence",
        help: "Minimum score of hand presence, 0 to 1; a hand must exceed it.",
        details: "The landmark model says how sure it is that there is a hand."),
      .tracking(\.minTrackingConfidence, group: "Hands", of: "hand"),
      .detectionInterval(
        "handDetectionInterval", \.handDetectionInterval, group: "Hands", of: "hands", detector: "palm detector"),
    ]
  }
}

extension TaskOption {
  /// Makes the option of the overlap from which a subject is the same as in the previous frame.
  static func tracking(_ path: Options.Path<Float>, group: String, of subject: String) -> TaskOption {
    TaskOption(
      "minTrackingConfidence", path, group: group, label: "Tracking confidence",
      help: "Minimum overlap with the previous frame, 0 to 1, for a \(subject) to count as the same.",
      details: "Only for the camera and videos.")
  }

  /// Makes the option for how often a detector looks for further subjects.
  static func detectionInterval(
    _ property: String, _ path: Options.Path<Int>, group: String, of subjects: String, detector: String
  ) -> TaskOption {
    TaskOption(
      property, path, group: group, label: "Detection interval",
      help:
        "Frames from one run of the \(detector) to the next while some \(subjects) are tracked, but fewer than the maximum.",
      details:
        "Above 1 such frames are faster, and further \(subjects) are found later. Only for the camera and videos.",
      kind: .integer(IntegerRange(allowed: 1...Int.max, offered: 1...30, served: 300)))
  }
}
