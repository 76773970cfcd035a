extension Setting {
  /// The settings of the pose task.
  static let poses: [Setting] = [
    Setting(
      .numPoses, group: "Poses", label: "People at most",
      explanation: "Maximum number of people to find. Landmarks are smoothed over time only for one.",
      kind: .integer(1...6, most: 16), initial: .number(1), flag: "num-poses"),
    confidence(
      .minPoseDetectionConfidence, group: "Poses", label: "Detection confidence",
      explanation: "Minimum score of a person that counts as found.", flag: "min-pose-detection-confidence"),
    confidence(
      .minPosePresenceConfidence, group: "Poses", label: "Presence confidence",
      explanation: "How sure the landmark model has to be that there is a person.",
      flag: "min-pose-presence-confidence"),
    tracking("Poses", of: "person"),
    Setting(
      .segmentationMasks, group: "Poses", label: "Masks",
      explanation: "Also finds the pixels that belong to each person. Costs about half of a frame's time.",
      kind: .toggle, initial: .toggle(false), flag: "segmentation-masks", property: "shouldOutputSegmentationMasks"),
    Setting(
      .smoothing, group: "Poses", label: "Smoothing",
      explanation: "Steadies the landmarks of a single person over time. Only for the camera and videos.",
      kind: .toggle, initial: .toggle(true), flag: "no-smoothing", property: "shouldSmoothLandmarks"),
  ]

  /// The settings of the object task.
  static let objects: [Setting] = [
    Setting(
      .scoreThreshold, group: "Objects", label: "Score threshold",
      explanation: "Minimum score of an object to report.", kind: .number(0...1, step: 0.05),
      // The property's default is no number: until one is assigned, the model's own threshold is in force.
      initial: .number(0.3), flag: "score-threshold", propertyDefault: .text("the model's")),
    Setting(
      .maxResults, group: "Objects", label: "Results at most",
      explanation: "How many objects a picture may have in the result, best first.",
      kind: .integer(1...20, most: 1000), initial: .number(-1), unsetText: "all", flag: "max-results"),
    Setting(
      .categoryAllow, group: "Objects", label: "Only these", explanation: "Classes to report, such as cat, dog.",
      kind: .names, initial: nil, unsetText: "all", flag: "category-allow", property: "categoryAllowlist"),
    Setting(
      .categoryDeny, group: "Objects", label: "Never these",
      explanation: "Classes to leave out. Excludes the list above.", kind: .names, initial: nil, unsetText: "none",
      flag: "category-deny", property: "categoryDenylist"),
    Setting(
      .displayNamesLocale, group: "Objects", label: "Language of names",
      explanation: "The language of the display names, for models that have some.", kind: .text,
      initial: .text("en"), flag: "display-names-locale"),
  ]

  /// The settings of ML Kit's object detection and tracking.
  static let tracks: [Setting] = [
    Setting(
      .multipleObjects, group: "Objects", label: "Several objects",
      explanation: "Finds up to five objects in place of the most prominent one.", kind: .toggle,
      initial: .toggle(false), flag: "multiple-objects", property: "shouldEnableMultipleObjects"),
    Setting(
      .classify, group: "Objects", label: "Categories",
      explanation:
        "Puts objects into coarse categories: fashion goods, food, home goods, places, plants. Needs a model more.",
      kind: .toggle, initial: .toggle(false), flag: "classify", property: "shouldEnableClassification"),
    Setting(
      .detectorStride, group: "Objects", label: "Look at every so many frames",
      explanation: "In the frames between, the places of objects are predicted. Only for the camera and videos.",
      // The property's own default is automatic, which no number of the page stands for.
      kind: .integer(1...5, most: 100), initial: .number(1), flag: "detector-stride", propertyDefault: .number(0)),
  ]

  /// The setting that all tasks have.
  static let threads = Setting(
    .threads, group: "Speed", label: "Threads",
    explanation:
      "The threads of one inference. Left alone, it is the number that was measured to be best for the task.",
    kind: .integer(1...8, most: 64), initial: nil, unsetText: "automatic", flag: "threads", owner: .baseOptions,
    property: "threadCount")
}
