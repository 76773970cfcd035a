extension ImageClassifier: TaskDefinition {
  package static let descriptor = TaskDescriptor(
    name: "classify", title: "Classification",
    abstract: "Classify whole images: 1000 classes of objects, animals and food.",
    models: ["efficientnet_lite0_float32", "efficientnet_lite0_int8"],
    swift: TaskDescriptor.SwiftNames(
      type: "ImageClassifier", value: "classifier", verb: "classify", resultLabel: "didFinishClassification"))

  package static func makePipeline(
    _ options: ImageClassifierOptions, recorder: StageRecorder?
  ) throws -> any VisionPipeline<ImageClassifierResult> {
    try ImageClassifierPipeline(options: options, recorder: recorder)
  }

  package static func hasState(_ options: ImageClassifierOptions) -> Bool { false }
}
