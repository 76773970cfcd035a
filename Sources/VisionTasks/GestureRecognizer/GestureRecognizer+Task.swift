extension GestureRecognizer: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "gesture", title: "Gestures", abstract: "Recognize hand gestures and find hand landmarks.",
    models: ["gesture_recognizer"],
    swift: TaskDescriptor.SwiftNames(
      type: "GestureRecognizer", value: "recognizer", verb: "recognize", resultLabel: "didFinishRecognition"))

  package static func makePipeline(
    _ options: GestureRecognizerOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<GestureRecognizerResult> {
    try GestureRecognizerPipeline(options: options, recorder: recorder)
  }
}
