/// The options of `HandLandmarker`.
public final class HandLandmarkerOptions: HandTaskOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?

  package static let liveStreamDelegate: Path<(any HandLandmarkerLiveStreamDelegate)?>? =
    \HandLandmarkerOptions.handLandmarkerLiveStreamDelegate

  package static let table: [TaskOption<HandLandmarkerOptions>] = TaskOption.hands
}

/// The options of ``HandLandmarker`` and ``GestureRecognizer`` for finding hands.
public class HandTaskOptions: TrackingTaskOptions {
  /// The maximum number of hands to find, at least 1; 1 by default.
  public var numHands = 1

  /// The minimum score of the palm detection, 0...1; 0.5 by default.
  public var minHandDetectionConfidence: Float = 0.5

  /// The hand presence score, 0...1, that a hand must exceed; 0.5 by default.
  ///
  /// In `.video` and `.liveStream` mode a hand at or below it is lost, and the palm detector runs again.
  public var minHandPresenceConfidence: Float = 0.5

  /// The overlap (intersection over union, 0...1) above which a hand is the same as in the previous frame; 0.5 by
  /// default.
  ///
  /// Has no effect in `.image` mode.
  public var minTrackingConfidence: Float = 0.5

  /// How often the palm detector runs while at least one hand is tracked but fewer than `numHands`: in every n-th
  /// frame, n from 1; 1 by default, as in MediaPipe.
  ///
  /// With n above 1 such frames are faster, and a further hand may be found n - 1 frames later; landmarks of several
  /// hands are then found one after the other. Without a tracked hand the detector runs in every frame. Has no effect
  /// in `.image` mode.
  public var handDetectionInterval = 1
}

extension TaskOption where Options: HandTaskOptions {
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
      .trackingIDs(group: "Hands", of: .hand),
    ]
  }
}
