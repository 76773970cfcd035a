extension GestureRecognizer: VisionTask {
  package static let descriptor = TaskDescriptor(
    name: "gesture", title: "Gestures", abstract: "Recognize hand gestures and find hand landmarks.",
    models: ["gesture_recognizer"],
    swift: TaskDescriptor.SwiftNames("GestureRecognizer", value: "recognizer", verb: "recognize"))

  package static let options: [TaskOption<GestureRecognizerOptions>] =
    TaskOption.hands
    + TaskOption.classifier(
      \.cannedGesturesClassifierOptions, "cannedGesturesClassifierOptions", prefix: "canned", group: "Gestures",
      noun: "gesture", whose: "a canned gesture",
      vocabulary: { CategoryVocabulary("gestures", try GestureNames(ofModelAt: $0).canned) })
    + TaskOption.classifier(
      \.customGesturesClassifierOptions, "customGesturesClassifierOptions", prefix: "custom", group: "Custom gestures",
      noun: "gesture", whose: "a custom gesture",
      vocabulary: { CategoryVocabulary("custom gestures", try GestureNames(ofModelAt: $0).custom) })

  package static func makePipeline(
    _ options: GestureRecognizerOptions, recorder: StageRecorder?
  ) throws -> GestureRecognizerPipeline {
    try GestureRecognizerPipeline(options: options, recorder: recorder)
  }
}

extension GestureRecognizerOptions {
  package var liveStreamDelegate: (name: String, isSet: Bool)? {
    ("gestureRecognizerLiveStreamDelegate", gestureRecognizerLiveStreamDelegate != nil)
  }
}
