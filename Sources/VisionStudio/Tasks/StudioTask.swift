/// A task that the page offers. A further one is a case here with its settings, its making and its words.
package enum StudioTask: String, Sendable, CaseIterable, Codable {
  case gesture, hand, pose, detect, track

  /// What the page calls it.
  package var title: String {
    switch self {
    case .gesture: "Gestures"
    case .hand: "Hands"
    case .pose: "Poses"
    case .detect: "Objects"
    case .track: "Tracking"
    }
  }

  /// What it does, a few words.
  package var summary: String {
    switch self {
    case .gesture: "Hands, their gestures and 21 landmarks each"
    case .hand: "Hands and 21 landmarks each"
    case .pose: "People, 33 landmarks each, and their pixels"
    case .detect: "Objects of 80 kinds in boxes"
    case .track: "The most prominent objects, followed and numbered, and what kind of things they are"
    }
  }

  /// Its models in the catalog, the default first.
  package var modelNames: [String] {
    switch self {
    case .gesture: ["gesture_recognizer"]
    case .hand: ["hand_landmarker"]
    case .pose: ["pose_landmarker_lite", "pose_landmarker_full"]
    case .detect: ["efficientdet_lite0_int8", "efficientdet_lite0_float16", "ssd_mobilenet_v1_coco"]
    case .track: ["efficientdet_lite0_int8", "efficientdet_lite0_float16", "ssd_mobilenet_v1_coco"]
    }
  }

  /// Its settings, in the order in which the page shows them.
  package var settings: [Setting] {
    switch self {
    case .gesture: Setting.hands + Setting.gestures + [.threads]
    case .hand: Setting.hands + [.threads]
    case .pose: Setting.poses + [.threads]
    case .detect: Setting.objects + [.threads]
    case .track: Setting.tracks + [Setting.threads.owned(by: .options)]
    }
  }

  /// The model that puts what was found into categories, for a task that can; nil for the others.
  package var classifierName: String? { self == .track ? "efficientnet_lite0" : nil }

  /// What the page says before the camera shows something.
  var invitation: String {
    switch self {
    case .gesture, .hand: "Show a hand to the camera"
    case .pose: "Step into the picture"
    case .detect, .track: "Hold something before the camera"
    }
  }

  /// The type in Swift, the name of a value of it, and the beginning of its methods' names.
  var swiftNames: (type: String, value: String, verb: String) {
    switch self {
    case .gesture: ("GestureRecognizer", "recognizer", "recognize")
    case .hand: ("HandLandmarker", "landmarker", "detect")
    case .pose: ("PoseLandmarker", "landmarker", "detect")
    case .detect: ("ObjectDetector", "detector", "detect")
    case .track: ("VisionObjectDetector", "detector", "results")
    }
  }
}
