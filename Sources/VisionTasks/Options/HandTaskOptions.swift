/// The options that Gesture Recognizer and Hand Landmarker have in common.
package protocol HandTaskOptions: DescribedOptions {
  /// The maximum number of hands to find.
  var numHands: Int { get set }
  /// The minimum score of a palm that counts as found.
  var minHandDetectionConfidence: Float { get set }
  /// The score of the landmark model's presence output above which there is a hand.
  var minHandPresenceConfidence: Float { get set }
  /// The overlap above which a hand counts as the one tracked before.
  var minTrackingConfidence: Float { get set }
}

extension TaskOption where Options: HandTaskOptions {
  /// The options of hands.
  package static var hands: [TaskOption] {
    [
      .integer(
        "numHands", \.numHands, group: "Hands", label: "Hands at most", help: "Maximum number of hands to find.",
        details: "While fewer are seen, the search for more goes on in every frame.",
        // More hands than the palm detector finds in any image are a mistake.
        range: IntegerRange(allowed: 1...64, offered: 1...4, served: 16)),
      .confidence(
        "minHandDetectionConfidence", \.minHandDetectionConfidence, group: "Hands", label: "Detection confidence",
        help: "Minimum score of the palm detection, 0 to 1.",
        details: "Lower finds more hands, and more things that are none."),
      .confidence(
        "minHandPresenceConfidence", \.minHandPresenceConfidence, group: "Hands", label: "Presence confidence",
        help: "Minimum score of hand presence, 0 to 1; a hand must exceed it.",
        details: "The landmark model says how sure it is that there is a hand."),
      .tracking(\.minTrackingConfidence, group: "Hands", of: "hand"),
    ]
  }
}

extension TaskOption {
  /// The overlap from which a subject counts as the one of the frame before.
  static func tracking(_ path: Path<Float>, group: String, of subject: String) -> TaskOption {
    .confidence(
      "minTrackingConfidence", path, group: group, label: "Tracking confidence",
      help: "Minimum overlap with the previous frame, 0 to 1, for a \(subject) to count as the same.",
      details: "Only for the camera and videos.")
  }
}
