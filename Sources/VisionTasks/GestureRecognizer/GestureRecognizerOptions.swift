/// The options of `GestureRecognizer`.
public final class GestureRecognizerOptions: TaskOptions, HandTaskOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?

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

  /// The options of the canned gesture classifier; nil, the default, reports all gestures. Assigning copies.
  public var cannedGesturesClassifierOptions: ClassifierOptions? {
    didSet { cannedGesturesClassifierOptions = cannedGesturesClassifierOptions?.duplicate() }
  }

  /// The options of the custom gesture classifier; nil, the default, reports all gestures. Assigning copies.
  ///
  /// Has no effect on a model without a custom classifier.
  public var customGesturesClassifierOptions: ClassifierOptions? {
    didSet { customGesturesClassifierOptions = customGesturesClassifierOptions?.duplicate() }
  }

  /// Whether each hand of `.video` and `.liveStream` mode has an ID in `trackingIDs` that it keeps, also while it
  /// passes another or is out of sight for up to two seconds; false by default. MediaPipe has no such option.
  public var shouldOutputTrackingIDs = false

  package static let liveStreamDelegate: Path<(any GestureRecognizerLiveStreamDelegate)?>? =
    \GestureRecognizerOptions.gestureRecognizerLiveStreamDelegate

  package static let table: [TaskOption<GestureRecognizerOptions>] =
    TaskOption.hands
    + TaskOption.classifier(
      \.cannedGesturesClassifierOptions, "cannedGesturesClassifierOptions", prefix: "canned", group: "Gestures",
      noun: "gesture", vocabulary: { CategoryVocabulary("gestures", try GestureNames(ofModelAt: $0).canned) })
    + TaskOption.classifier(
      \.customGesturesClassifierOptions, "customGesturesClassifierOptions", prefix: "custom", group: "Custom gestures",
      noun: "gesture", vocabulary: { CategoryVocabulary("custom gestures", try GestureNames(ofModelAt: $0).custom) })
}
