/// The options of `GestureRecognizer`.
public final class GestureRecognizerOptions: HandTaskOptions, DescribedOptions {
  /// Receives the results in `.liveStream` mode; must be nil, the default, in the other modes.
  ///
  /// The options and the task hold it weakly: keep a reference to it.
  public weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?

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
