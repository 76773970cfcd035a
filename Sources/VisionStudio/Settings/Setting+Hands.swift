extension Setting {
  /// The settings of the hand tasks.
  static let hands: [Setting] = [
    Setting(
      .numHands, group: "Hands", label: "Hands at most",
      explanation: "Maximum number of hands to find. While fewer are seen, the search for more goes on in every frame.",
      kind: .integer(1...4, most: 16), initial: .number(1), flag: "num-hands"),
    confidence(
      .minHandDetectionConfidence, group: "Hands", label: "Detection confidence",
      explanation:
        "Minimum score of a palm that counts as found. Lower finds more hands, and more things that are none.",
      flag: "min-hand-detection-confidence"),
    confidence(
      .minHandPresenceConfidence, group: "Hands", label: "Presence confidence",
      explanation: "How sure the landmark model has to be that there is a hand, before its landmarks are reported.",
      flag: "min-hand-presence-confidence"),
    tracking("Hands", of: "hand"),
  ]

  /// The settings of the gesture classifiers.
  static let gestures: [Setting] =
    classifier(
      "Gestures", keys: (.cannedScoreThreshold, .cannedMaxResults, .cannedAllow, .cannedDeny), prefix: "canned",
      owner: .cannedClassifier, whose: "the model's own gestures")
    + classifier(
      "Custom gestures", keys: (.customScoreThreshold, .customMaxResults, .customAllow, .customDeny), prefix: "custom",
      owner: .customClassifier, whose: "the gestures a model was trained on besides, if any")

  private static func classifier(
    _ group: String, keys: (SettingKey, SettingKey, SettingKey, SettingKey), prefix: String, owner: Owner, whose: String
  ) -> [Setting] {
    [
      Setting(
        keys.0, group: group, label: "Score threshold",
        explanation: "Minimum score to report, for \(whose).", kind: .number(0...1, step: 0.05), initial: nil,
        unsetText: "the model's", flag: prefix + "-score-threshold", owner: owner, property: "scoreThreshold"),
      Setting(
        keys.1, group: group, label: "Results at most",
        explanation: "How many gestures a hand may have in the result, best first.", kind: .integer(1...8, most: 100),
        initial: nil, unsetText: "all", flag: prefix + "-max-results", owner: owner, property: "maxResults"),
      Setting(
        keys.2, group: group, label: "Only these", explanation: "Names to report, such as Victory, Thumb_Up.",
        kind: .names, initial: nil, unsetText: "all", flag: prefix + "-allow", owner: owner,
        property: "categoryAllowlist"),
      Setting(
        keys.3, group: group, label: "Never these", explanation: "Names to leave out. Excludes the list above.",
        kind: .names, initial: nil, unsetText: "none", flag: prefix + "-deny", owner: owner,
        property: "categoryDenylist"),
    ]
  }

  static func confidence(
    _ key: SettingKey, group: String, label: String, explanation: String, flag: String
  ) -> Setting {
    Setting(
      key, group: group, label: label, explanation: explanation, kind: .number(0...1, step: 0.05),
      initial: .number(0.5), flag: flag)
  }

  static func tracking(_ group: String, of subject: String) -> Setting {
    confidence(
      .minTrackingConfidence, group: group, label: "Tracking confidence",
      explanation:
        "The overlap with the frame before from which a \(subject) counts as the same one. Only for the camera and videos.",
      flag: "min-tracking-confidence")
  }
}
